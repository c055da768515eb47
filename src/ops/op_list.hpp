// Ops that are written one after the other, those of a recipe or those inside an op: each made,
// with its name, its streams and its place among the draws.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ops/op.hpp"
#include "recipe/recipe.hpp"

namespace epochmill::ops {

// What an op of a recipe is called: "random_crop", and "random_crop_2" for the second of its kind.
std::string label_of(const recipe::Augment& augment);
// The id of its streams: `stream = N`, or that of its kind and occurrence. Throws `usage` with the
// place in the recipe when N is out of range, or there are more than four of a kind.
std::uint32_t id_of(const recipe::Augment& augment);

// Where a list of ops stands.
enum class ListPlace { kRecipe, kInsideAnOp };

// Immutable after construction: every thread may call every method. `draws` are always those of all
// the list, `out` has room for as many, and `stream` is any stream of the address: each op takes
// its own. What an op throws has its label before the message.
class OpList {
 public:
  // An op of the list.
  struct Item {
    std::string label;     // "random_crop", "random_crop_2"
    std::uint32_t id = 0;  // of its streams
    std::unique_ptr<Op> op;
    std::size_t first_draw = 0;
    std::size_t draw_count = 0;
    recipe::Location where;
    std::size_t listed = 0;  // which of the recipe's list it is, disabled ones counted
    std::string kept_name;   // of a `keep`; "" otherwise
    int views = 1;
    int partners = 0;  // other samples that it takes in
  };

  // Throws `usage` with the place in the recipe: an op that cannot stand there, and whatever an op
  // refuses. Disabled ops are left out, and not checked.
  OpList(const std::vector<recipe::Augment>& augments, const OpContext& context, ListPlace place);

  std::size_t size() const { return items_.size(); }
  std::size_t listed() const { return listed_; }  // disabled ones counted
  const Item& operator[](std::size_t i) const { return items_[i]; }
  // One for each number drawn: "random_crop.top".
  const std::vector<std::string>& draw_names() const { return draw_names_; }

  // Of op `i`, as Op has them.
  image::Shape output_shape(std::size_t i, const image::Shape& in,
                            std::span<const float> draws) const;
  void draw(std::size_t i, const streams::Stream& stream, const image::Shape& in,
            std::span<const image::ObjectBox> boxes, std::span<float> out) const;
  image::Box part_used(std::size_t i, const image::Shape& in, std::span<const float> draws) const;
  std::vector<std::uint64_t> partners(std::size_t i, std::span<const float> draws) const;
  std::optional<Motion> motion(std::size_t i, const image::Shape& in,
                               std::span<const float> draws) const;
  double outcomes(std::size_t i, const image::Shape& in) const;
  // Boxes that are smaller than the recipe's min_box_area afterwards are dropped with their labels.
  void apply(std::size_t i, std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const;
  void apply_from(std::size_t i, const image::Image& in, std::span<const float> draws,
                  const streams::Stream& stream, Sample& sample) const;

  // The draws of op `i` alone.
  std::span<const float> own(std::size_t i, std::span<const float> draws) const;

  // Takes out the boxes that are smaller than the recipe's min_box_area.
  void drop_boxes(Sample& sample) const;

 private:
  double min_box_area_;
  std::size_t listed_;
  std::vector<Item> items_;
  std::vector<std::string> draw_names_;
};

}  // namespace epochmill::ops
