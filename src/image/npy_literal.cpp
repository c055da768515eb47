#include "image/npy_literal.hpp"

#include <charconv>
#include <string>

#include "base/error.hpp"

namespace epochmill::image {
namespace {

// NumPy's own limit is 64 since version 2; more sides than this no picture has.
constexpr std::size_t kMostSides = 64;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!take('}')) {
      entry();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size()) refuse("the end");
    if (!has_descr_ || !has_order_ || !has_shape_) {
      throw input_error(
          "the NumPy array's header lacks an entry; it has descr, fortran_order and shape");
    }
    return header_;
  }

 private:
  void entry() {
    const std::string_view name = quoted();
    expect(':');
    if (name == "descr" && !has_descr_) {
      has_descr_ = true;
      descr();
    } else if (name == "fortran_order" && !has_order_) {
      has_order_ = true;
      header_.is_fortran = boolean();
    } else if (name == "shape" && !has_shape_) {
      has_shape_ = true;
      shape();
    } else {
      refuse("an entry descr, fortran_order or shape, each once");
    }
  }

  void descr() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[') {
      throw input_error(
          "a structured NumPy array, whose elements have fields; save each field as an array of "
          "its own");
    }
    header_.descr = quoted();
  }

  bool boolean() {
    skip_space();
    if (take_word("True")) return true;
    if (take_word("False")) return false;
    refuse("True or False");
  }

  void shape() {
    expect('(');
    while (!take(')')) {
      if (header_.sides.size() == kMostSides) refuse("at most 64 sides");
      header_.sides.push_back(number());
      if (take(',')) continue;
      // (3) is a number in parentheses, not a list of one.
      if (header_.sides.size() == 1) refuse("`,`");
      expect(')');
      break;
    }
  }

  std::uint64_t number() {
    skip_space();
    std::uint64_t value = 0;
    const char* const begin = text_.data() + at_;
    const auto [stop, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) {
      throw input_error("a side of the NumPy array is 2^64 or more");
    }
    if (error != std::errc{}) refuse("a number");
    at_ += static_cast<std::size_t>(stop - begin);
    take_word("L");  // of Python 2
    return value;
  }

  // The text between quotes of either kind. NumPy writes no backslashes.
  std::string_view quoted() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') refuse("a quote");
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find(quote, begin);
    if (end == std::string_view::npos) refuse("the end of a text");
    const std::string_view inside = text_.substr(begin, end - begin);
    for (const char c : inside) {
      if (c < ' ' || c > '~' || c == '\\') refuse("printed characters");
    }
    at_ = end + 1;
    return inside;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool take_word(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool take(char c) {
    skip_space();
    return take_word({&c, 1});
  }
  void expect(char c) {
    if (!take(c)) refuse(fmt::format("`{}`", c));
  }
  [[noreturn]] void refuse(const std::string& expected) const {
    throw input_error(
        "the NumPy array's header is damaged: at byte {} of its text, {} was expected", at_,
        expected);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  NpyHeader header_;
  bool has_descr_ = false;
  bool has_order_ = false;
  bool has_shape_ = false;
};

}  // namespace

NpyHeader parse_npy_literal(std::string_view text) { return Parser(text).parse(); }

}  // namespace epochmill::image
