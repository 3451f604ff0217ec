// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/offsets.hpp>

#include <onnx2hpp/search/random.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using planning::block;

/// Blocks in the sequence in which they are placed.
class placing_search {
public:
    explicit placing_search(std::vector<block> blocks)
        : best_(std::move(blocks)), around_(best_.size()) {
        std::stable_sort(best_.begin(), best_.end(), [](const block& a, const block& b) {
            return a.offset + a.bytes > b.offset + b.bytes;
        });
        bytes_ = std::min(place(best_), begin_with(planning::placing_order::largest_first));
    }

    std::int64_t improve(std::int64_t enough, int tries) {
        for (; tries > 0 && bytes_ > enough && best_.size() > 1; --tries) {
            std::vector<block> tried = best_;
            change(tried);
            const std::int64_t bytes = place(tried);
            if (bytes > bytes_) continue;
            bytes_ = bytes;
            best_ = std::move(tried);
        }
        return bytes_;
    }

    /// In units, in the order of the blocks' numbers.
    std::vector<std::int32_t> offsets(std::int64_t alignment) {
        std::sort(best_.begin(), best_.end(),
                  [](const block& a, const block& b) { return a.id < b.id; });
        std::vector<std::int32_t> made;
        for (const block& b : best_) made.push_back(std::int32_t(b.offset / alignment));
        return made;
    }

private:
    std::int64_t place(std::vector<block>& blocks) {
        return planning::place({blocks.data(), int(blocks.size())},
                               {around_.data(), int(around_.size())});
    }
    std::int64_t begin_with(planning::placing_order order) {
        std::vector<block> sorted = best_;
        planning::sort_by({sorted.data(), int(sorted.size())}, order);
        const std::int64_t now = place(best_), bytes = place(sorted);
        if (bytes < now) best_ = std::move(sorted);
        return bytes < now ? bytes : now;
    }

    /// A block of the highest goes before another, or any two change places.
    void change(std::vector<block>& blocks) {
        const int count = int(blocks.size());
        if (random_.below(2) == 0) {
            std::size_t highest = 0;
            for (std::size_t i = 1; i < blocks.size(); ++i)
                if (blocks[i].offset + blocks[i].bytes >
                    blocks[highest].offset + blocks[highest].bytes)
                    highest = i;
            const auto to = blocks.begin() + random_.below(int(highest) + 1);
            std::rotate(to, blocks.begin() + std::ptrdiff_t(highest),
                        blocks.begin() + std::ptrdiff_t(highest) + 1);
        } else {
            std::swap(blocks[std::size_t(random_.below(count))],
                      blocks[std::size_t(random_.below(count))]);
        }
    }

    std::vector<block> best_;
    std::vector<planning::forbidden_offsets> around_;
    random_sequence random_;
    std::int64_t bytes_ = 0;
};

std::vector<std::int32_t> as_placed(const std::vector<block>& blocks, std::int64_t alignment) {
    std::vector<std::int32_t> made;
    for (const block& b : blocks) made.push_back(std::int32_t(b.offset / alignment));
    return made;
}

}  // namespace

candidate improve_offsets(planner& plans, const candidate& from, std::int64_t enough, int tries) {
    const std::int64_t alignment = plans.alignment();
    owned_hint hint = from.hint;
    hint.slow_offsets = as_placed(from.plan.blocks[slow_region], alignment);
    hint.fast_offsets = as_placed(from.plan.blocks[fast_region], alignment);
    placing_search search(from.plan.blocks[fast_region]);
    if (search.improve(enough, tries) < from.plan.fast_peak_bytes)
        hint.fast_offsets = search.offsets(alignment);
    return try_hint(plans, std::move(hint));
}

}  // namespace onnx2hpp
