// The annotations of an epoch as a table that the csv source reads: one row a sample, or one row a
// box where there are boxes.
#pragma once

#include <cstdint>
#include <string>

#include "convert/rows.hpp"
#include "convert/unfinished.hpp"
#include "run/workshop.hpp"
#include "shard/row_queue.hpp"
#include "source/catalog.hpp"

namespace epochmill::convert {

// Columns: image, label (the class's name, escaped as a line of text), and where the shards have
// them: mask, extra_label_NAME (likewise names), mix_label (likewise), mix_weight (of label),
// mix_partner (index of the sample; mix_partner_1 and so on of several), point_K_x, point_K_y,
// point_K_v (0: never labelled), x0, y0, x1, y1, box_label. The four sides and the label are empty
// for a sample without boxes. Boxes without area, which a recipe may keep and no table holds, are
// left out.
class AnnotationTable {
 public:
  AnnotationTable(const std::filesystem::path& final_path, const run::Workshop& workshop);

  // Whether there is anything in it that a folder of pictures does not say.
  static bool is_needed(const run::Workshop& workshop);

  // The lines of one row; its picture and mask as paths below the table's folder. Any thread.
  std::string lines_of(const Rows& rows, std::uint64_t row, const std::string& image,
                       const std::string& mask) const;
  // Takes the lines of shard 0, 1, ..., each once, in any order, and writes them in that one. Any
  // thread.
  void add(std::uint64_t shard, const std::string& lines);
  void publish() { file_.publish(); }

 private:
  const source::Catalog& catalog_;
  Unfinished file_;
  shard::RowQueue queue_{[this](std::uint64_t, const shard::RowQueue::Pictures& lines) {
    file_.append(lines.front());
  }};
};

}  // namespace epochmill::convert
