// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/frontier.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

std::int64_t time_of(const candidate& c) { return c.plan.run_time; }
std::int64_t bytes_of(const candidate& c) { return c.plan.planned_fast_bytes(); }

bool is_no_worse(const candidate& a, const candidate& b) {
    return time_of(a) <= time_of(b) && bytes_of(a) <= bytes_of(b);
}

}  // namespace

void frontier::add(const candidate& made) {
    if (!made.is_possible() || made.value().excess > 0) return;
    const auto is_beaten = [&made](const candidate& c) { return is_no_worse(made, c); };
    if (std::any_of(found_.begin(), found_.end(),
                    [&made](const candidate& c) { return is_no_worse(c, made); }))
        return;
    std::erase_if(found_, is_beaten);
    found_.push_back(made);
}

std::int64_t frontier::fastest() const {
    std::int64_t least = INT64_MAX;
    for (const candidate& c : found_) least = std::min(least, time_of(c));
    return least;
}

std::int64_t frontier::hardly_longer(std::int64_t time) {
    const std::int64_t more = time / 200;
    return time < INT64_MAX - more ? time + more : INT64_MAX;
}

const candidate* frontier::thriftiest(std::int64_t other) const {
    const std::int64_t fastest = std::min(other, this->fastest());
    const candidate* best = nullptr;
    for (const candidate& c : found_)
        if (time_of(c) <= hardly_longer(fastest) && (!best || bytes_of(c) < bytes_of(*best)))
            best = &c;
    return best;
}

}  // namespace onnx2hpp
