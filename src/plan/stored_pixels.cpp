#include "plan/stored_pixels.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>
#include <variant>

#include "base/error.hpp"
#include "base/half.hpp"

namespace epochmill::plan {
namespace {

constexpr const char* kType = "dtype";
constexpr const char* kLayout = "layout";

template <typename To>
struct Convert {
  template <typename From>
  To operator()(From value) const {
    return static_cast<To>(value);
  }
};

struct ConvertToHalf {
  template <typename From>
  std::uint16_t operator()(From value) const {
    return half_of(static_cast<float>(value));
  }
};

// Where the values of a picture go: to_place(pixel, channel) of `pixels` and `channels`.
struct Order {
  std::size_t pixels;
  std::size_t channels;
  bool is_channels_first;

  std::size_t place(std::size_t pixel, std::size_t channel) const {
    return is_channels_first ? channel * pixels + pixel : pixel * channels + channel;
  }
};

template <typename Value>
Order order_of(const image::Raster<Value>& picture, bool is_channels_first) {
  const auto channels = static_cast<std::size_t>(picture.channels());
  return {picture.values().size() / channels, channels, is_channels_first};
}

template <typename To, typename Change, typename From>
void put(const image::Raster<From>& picture, bool is_channels_first, Change change, Bytes& room) {
  const Order order = order_of(picture, is_channels_first);
  room.resize(picture.values().size() * sizeof(To));
  const From* from = picture.values().data();
  for (std::size_t pixel = 0; pixel < order.pixels; ++pixel) {
    for (std::size_t channel = 0; channel < order.channels; ++channel) {
      const To value = change(*from++);
      std::memcpy(room.data() + order.place(pixel, channel) * sizeof(To), &value, sizeof(To));
    }
  }
}

template <typename From, typename Change, typename To>
void take(ByteView stored, bool is_channels_first, Change change, image::Raster<To>& picture) {
  const Order order = order_of(picture, is_channels_first);
  To* to = picture.values().data();
  for (std::size_t pixel = 0; pixel < order.pixels; ++pixel) {
    for (std::size_t channel = 0; channel < order.channels; ++channel) {
      From value{};
      std::memcpy(&value, stored.data() + order.place(pixel, channel) * sizeof(From), sizeof(From));
      *to++ = change(value);
    }
  }
}

}  // namespace

std::vector<recipe::ParamSpec> pixel_params() {
  return {{.name = kType,
           .type = recipe::ParamType::kString,
           .default_value = "none",
           .meaning = "type of the numbers; else as the ops give them. 8-bit pixels keep their "
                      "values 0 to 255 as reals; float16 is rounded to nearest, half to even",
           .choices = {"uint8", "float16", "float32"}},
          {.name = kLayout,
           .type = recipe::ParamType::kString,
           .default_value = "none",
           .meaning = "nchw: channels before height and width; else, or nhwc, behind them",
           .choices = {"nhwc", "nchw"}}};
}

StoredPixels::StoredPixels(const recipe::Params& params)
    : is_channels_first_(params.has(kLayout) && params.text(kLayout) == "nchw") {
  if (!params.has(kType)) return;
  type_ = params.text(kType) == "uint8" ? image::PixelType::kU8 : image::PixelType::kF32;
  is_half_ = params.text(kType) == "float16";
}

image::PixelType StoredPixels::type_of(image::PixelType made) const {
  if (type_ == image::PixelType::kU8 && made == image::PixelType::kF32) {
    throw usage_error(
        "dtype = \"uint8\", and the pixels are f32, after normalize or from a source of such "
        "arrays; take normalize out, which training can do, or say dtype = \"float32\" or "
        "\"float16\"");
  }
  return type_.value_or(made);
}

void StoredPixels::note_in(shard::Storage& storage) const {
  storage.is_half = is_half_;
  storage.is_channels_first = is_channels_first_;
}

std::size_t StoredPixels::number_bytes(image::PixelType made) const {
  return is_half_ ? 2 : image::size_bytes(type_of(made));
}

bool StoredPixels::is_as_made(image::PixelType made) const {
  return !is_half_ && !is_channels_first_ && type_.value_or(made) == made;
}

ByteView StoredPixels::encode(const image::Image& picture, Bytes& room) const {
  std::visit(
      [&](const auto& raster) {
        using Value = typename std::decay_t<decltype(raster)>::Value;
        const bool is_float = std::is_same_v<Value, float>;
        const auto made = is_float ? image::PixelType::kF32 : image::PixelType::kU8;
        if (is_as_made(made)) return;
        if (is_half_) {
          put<std::uint16_t>(raster, is_channels_first_, ConvertToHalf(), room);
        } else if (type_of(made) == image::PixelType::kF32) {
          put<float>(raster, is_channels_first_, Convert<float>(), room);
        } else {
          put<Value>(raster, is_channels_first_, Convert<Value>(), room);
        }
      },
      picture);
  return is_as_made(image::shape_of(picture).type) ? image::pixel_bytes(picture) : ByteView(room);
}

image::Image StoredPixels::decode(ByteView stored, const image::Shape& shape) const {
  const std::size_t expected = shape.size_bytes() / image::size_bytes(shape.type) *
                               (is_half_ ? 2 : image::size_bytes(shape.type));
  if (stored.size() != expected) {
    throw input_error("{} bytes where a picture of {} x {} x {} has {}", stored.size(),
                      shape.height, shape.width, shape.channels, expected);
  }
  if (shape.type == image::PixelType::kU8) {
    image::ImageU8 picture(shape.height, shape.width, shape.channels, image::Unfilled{});
    take<std::uint8_t>(stored, is_channels_first_, Convert<std::uint8_t>(), picture);
    return picture;
  }
  image::ImageF32 picture(shape.height, shape.width, shape.channels, image::Unfilled{});
  if (is_half_) {
    take<std::uint16_t>(stored, is_channels_first_, float_of_half, picture);
  } else {
    take<float>(stored, is_channels_first_, Convert<float>(), picture);
  }
  return picture;
}

}  // namespace epochmill::plan
