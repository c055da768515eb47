#include "source/file_source.hpp"

#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/picture_params.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

class FileSource : public Source {
 public:
  FileSource(fs::path root, const Catalog& catalog) : root_(std::move(root)), catalog_(&catalog) {}

  Bytes read(std::uint64_t sample) const override {
    return capi::read_file(root_ / fs::path(catalog_->locator(sample)));
  }
  Bytes read_mask(std::uint64_t sample) const override {
    if (!catalog_->has_masks()) return Source::read_mask(sample);
    return capi::read_file(root_ / fs::path(catalog_->mask(sample)));
  }

 private:
  fs::path root_;
  const Catalog* catalog_;
};

// What `path` leads to; never nothing.
fs::file_type type_of(const fs::path& path, const char* parameter) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::not_found) {
    throw input_error("{}: there is nothing of this name; correct `{}` in the recipe's [source]{}",
                      path.string(), parameter,
                      std::string_view(parameter) == kPath ? ", or say --source PATH" : "");
  }
  if (error) throw io_error("{}: cannot be looked at: {}", path.string(), error.message());
  return type;
}

const char* name_of(fs::file_type type) {
  if (type == fs::file_type::regular) return "a file";
  if (type == fs::file_type::directory) return "a folder";
  return "neither a file nor a folder";
}

}  // namespace

std::unique_ptr<Source> make_file_source(fs::path root, const Catalog& catalog) {
  return std::make_unique<FileSource>(std::move(root), catalog);
}

void require_folder(const fs::path& path, const char* parameter, const char* remedy) {
  const fs::file_type type = type_of(path, parameter);
  if (type == fs::file_type::directory) return;
  throw input_error("{}: `{}` must be a folder, this is {}; {}", path.string(), parameter,
                    name_of(type), remedy);
}

void require_file(const fs::path& path, const char* parameter, const char* remedy) {
  const fs::file_type type = type_of(path, parameter);
  if (type == fs::file_type::regular) return;
  throw input_error("{}: `{}` must be a file, this is {}; {}", path.string(), parameter,
                    name_of(type), remedy);
}

}  // namespace epochmill::source
