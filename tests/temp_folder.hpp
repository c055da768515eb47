// A folder of a test's own, gone with the object.
#pragma once

#include <stdlib.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace epochmill {

class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "epochmill-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  // Writes a file, and the folders above it.
  std::filesystem::path write(const std::string& name, std::string_view text = "x") const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  void make_folder(const std::string& name) const {
    std::filesystem::create_directories(path_ / name);
  }

  // A symbolic link, relative or absolute as `target` is.
  void link(const std::string& name, const std::filesystem::path& target) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::filesystem::create_symlink(target, path_ / name);
  }

  void make_fifo(const std::string& name) const {
    if (::mkfifo((path_ / name).c_str(), 0666) != 0) throw std::runtime_error("no FIFO");
  }

 private:
  std::filesystem::path path_;
};

}  // namespace epochmill
