// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/search/offsets.hpp>
#include <onnx2hpp/search/random.hpp>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using namespace tigris;
using planning::block;

/// Offsets in units.
std::vector<std::int32_t> as_placed(const std::vector<block>& blocks, std::int64_t alignment) {
    std::vector<std::int32_t> made;
    for (const block& b : blocks) made.push_back(std::int32_t(b.offset / alignment));
    return made;
}

/// Blocks in the sequence in which they are placed.
class placing_search {
public:
    placing_search(std::vector<block> blocks, int segments, const planning::space& where)
        : blocks_(std::move(blocks)),
          room_(int(blocks_.size()), segments),
          placer_({blocks_.data(), int(blocks_.size())}, room_.all(), where),
          best_(blocks_.size()) {
        std::iota(best_.begin(), best_.end(), std::int16_t(0));
        std::stable_sort(best_.begin(), best_.end(),
                         [&](int a, int b) { return end_of_block(a) > end_of_block(b); });
        bytes_ = place(best_);
        begin_with(planning::placing_order::largest_first);
    }

    std::int64_t improve(std::int64_t enough, int tries) {
        for (; tries > 0 && bytes_ > enough && best_.size() > 1; --tries) {
            std::vector<std::int16_t> tried = best_;
            change(tried);
            const std::int64_t bytes = place(tried);
            if (bytes > bytes_) continue;
            bytes_ = bytes;
            best_ = std::move(tried);
        }
        return bytes_;
    }

    std::vector<std::int32_t> offsets(std::int64_t alignment) {
        place(best_);
        return as_placed(blocks_, alignment);
    }

private:
    std::int64_t end_of_block(int i) const {
        return blocks_[std::size_t(i)].offset + blocks_[std::size_t(i)].bytes;
    }
    std::int64_t place(const std::vector<std::int16_t>& sequence) const {
        placer_.place({sequence.data(), int(sequence.size())}, INT64_MAX);
        return planning::end_of({blocks_.data(), int(blocks_.size())});
    }
    void begin_with(planning::placing_order order) {
        std::vector<std::int16_t> sorted(blocks_.size());
        planning::sort_by({blocks_.data(), int(blocks_.size())}, order,
                          {sorted.data(), int(sorted.size())});
        const std::int64_t bytes = place(sorted);
        if (bytes >= bytes_) return;
        bytes_ = bytes;
        best_ = std::move(sorted);
    }

    /// A block of the highest goes before another, or any two change places.
    void change(std::vector<std::int16_t>& sequence) {
        const int count = int(sequence.size());
        if (random_.below(2) == 0) {
            const auto highest =
                std::max_element(sequence.begin(), sequence.end(),
                                 [&](int a, int b) { return end_of_block(a) < end_of_block(b); });
            const auto to = sequence.begin() + random_.below(int(highest - sequence.begin()) + 1);
            std::rotate(to, highest, highest + 1);
        } else {
            std::swap(sequence[std::size_t(random_.below(count))],
                      sequence[std::size_t(random_.below(count))]);
        }
    }

    std::vector<block> blocks_;
    owned_layout_room room_;
    planning::arena_placer placer_;
    std::vector<std::int16_t> best_;
    random_sequence random_;
    std::int64_t bytes_ = 0;
};

/// Changing a sequence, and placing its blocks: most of them have no room where they had it before.
std::int64_t work_of_sequence(const std::vector<block>& blocks) {
    return 4 * work_of_placing(blocks) + 1;
}

}  // namespace

candidate improve_offsets(planner& plans, const candidate& from, std::int64_t enough, int tries) {
    const std::int64_t alignment = plans.alignment();
    owned_hint hint = from.hint;
    hint.slow_offsets = as_placed(from.plan.blocks[planning::slow_space], alignment);
    hint.fast_offsets = as_placed(from.plan.blocks[planning::fast_space], alignment);
    placing_search search(from.plan.blocks[planning::fast_space], from.plan.segment_count,
                          plans.fast_memory());
    plans.spend(tries * work_of_sequence(from.plan.blocks[planning::fast_space]));
    if (search.improve(enough, tries) < from.plan.planned_fast_bytes())
        hint.fast_offsets = search.offsets(alignment);
    return try_hint(plans, std::move(hint));
}

int sequences_within(const std::vector<block>& blocks, int most, std::int64_t work) {
    const std::int64_t sequences = work / work_of_sequence(blocks);
    return int(std::clamp<std::int64_t>(sequences, 0, most));
}

}  // namespace onnx2hpp
