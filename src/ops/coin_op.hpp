// Ops that do one fixed thing to the pixels, or leave them alone, by the toss of a coin.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ops/op.hpp"

namespace epochmill::ops {

struct CoinChange {
  std::string op = "";                                // for messages
  std::string draw_name = "";                         // of the one draw, 1 or 0
  std::function<void(image::ImageU8&)> of_u8 = {};    // in place
  std::function<void(image::ImageF32&)> of_f32 = {};  // empty: f32 pictures are refused
  bool is_idle = false;  // changes no picture at all: then 0 is drawn, whatever p is
};

// Changes a picture with probability p. Points, boxes and the mask stay as they are.
std::unique_ptr<Op> make_coin_op(CoinChange change, double p);

// What the help of such an op, and of any other that moves no pixel, says of annotations.
inline constexpr const char* kAnnotationsStay = "Points, boxes and the mask stay as they are.";

}  // namespace epochmill::ops
