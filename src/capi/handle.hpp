// Owner of a C library's handle: the only hand-written move in epochmill.
#pragma once

#include <utility>

namespace epochmill::capi {

// Traits: `Value` (a cheap copyable handle), `kNone` (the value that means "no handle"),
// `free(Value)`, which must not throw.
template <typename Traits>
class Handle {
 public:
  using Value = typename Traits::Value;

  Handle() = default;
  explicit Handle(Value value) : value_(value) {}
  ~Handle() { reset(); }
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, Traits::kNone)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      value_ = std::exchange(other.value_, Traits::kNone);
    }
    return *this;
  }

  Value get() const { return value_; }
  explicit operator bool() const { return value_ != Traits::kNone; }
  // Gives the handle up: the caller frees it, and checks how that went.
  Value release() { return std::exchange(value_, Traits::kNone); }
  void reset() {
    if (value_ != Traits::kNone) Traits::free(std::exchange(value_, Traits::kNone));
  }

 private:
  Value value_ = Traits::kNone;
};

}  // namespace epochmill::capi
