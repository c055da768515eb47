#include "forecast/shared_resource.hpp"

#include <algorithm>

namespace epochmill::forecast {

void SharedResource::begin(std::uint32_t job, double work, double now) {
  advance(now);
  jobs_.push({work_ + work, begun_++, job});
}

double SharedResource::next_end() const {
  return now_ + std::max(0.0, jobs_.top().end - work_) / rate_(jobs_.size());
}

std::uint32_t SharedResource::end_next(double now) {
  advance(now);
  const std::uint32_t job = jobs_.top().job;
  jobs_.pop();
  return job;
}

void SharedResource::advance(double now) {
  if (!jobs_.empty()) work_ += (now - now_) * rate_(jobs_.size());
  now_ = now;
}

}  // namespace epochmill::forecast
