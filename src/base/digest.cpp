#include "base/digest.hpp"

#include <xxhash.h>
#ifdef __x86_64__
#include <xxh_x86dispatch.h>  // the widest vectors that the CPU has, twice as fast
#endif

#include "base/error.hpp"

namespace epochmill {
namespace {

std::string hex(XXH128_hash_t hash) {
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::uint64_t digest64(ByteView bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string digest128_hex(ByteView bytes) { return hex(XXH3_128bits(bytes.data(), bytes.size())); }

// XXH3's 64- and 128-bit digests share one running state, so both can be asked for.
struct Digester::State {
  State() : xxh(XXH3_createState()) {
    if (xxh == nullptr || XXH3_128bits_reset(xxh) != XXH_OK)
      throw internal_error("XXH3 has no memory");
  }
  ~State() { XXH3_freeState(xxh); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  XXH3_state_t* xxh;
};

Digester::Digester() : state_(std::make_unique<State>()) {}
Digester::~Digester() = default;
Digester::Digester(Digester&&) noexcept = default;
Digester& Digester::operator=(Digester&&) noexcept = default;

void Digester::add(ByteView bytes) {
  if (XXH3_128bits_update(state_->xxh, bytes.data(), bytes.size()) != XXH_OK) {
    throw internal_error("XXH3 refused {} bytes", bytes.size());
  }
}

void Digester::add_text(std::string_view text) {
  const auto size = static_cast<std::uint64_t>(text.size());
  add(bytes_of(size));
  add(as_bytes(text));
}

std::uint64_t Digester::value64() const { return XXH3_64bits_digest(state_->xxh); }

std::string Digester::value128_hex() const { return hex(XXH3_128bits_digest(state_->xxh)); }

}  // namespace epochmill
