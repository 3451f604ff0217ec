// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for better cuts: exact plans of all neighbors of a candidate.

#include <onnx2hpp/search/candidate.hpp>
#include <onnx2hpp/search/random.hpp>

#include <unordered_set>

namespace onnx2hpp {

/// A change of cuts: some segments are replaced by others.
struct cut_change {
    std::size_t first = 0;           // first segment that is replaced
    std::size_t removed = 0;         // number of segments that are replaced
    int count = 0;                   // number of new segments
    tigris::segment_hint made[2]{};  // the new segments
};

/// Replaces a candidate by a better neighbor, until there is none or the allowed plans are used up.
/// Neighbors differ by one change:
///
/// * two segments become one, or one becomes two;
/// * a cut moves;
/// * results of a segment go to another memory;
/// * a segment has other strips;
/// * one task runs in one call, or row by row.
class cut_search {
public:
    /// A search that may make no plan until allow() is called.
    explicit cut_search(planner& plans) : plans_(plans) {}

    /// Allows `tries` more plans, and `work` more work from now on.
    void allow(int tries, std::int64_t work) {
        tries_ += tries;
        most_work_ = plans_.work() + work;
    }

    candidate improve(candidate best);

    /// Makes `steps` random changes to `best`, and goes on to better neighbors from there.
    candidate improve_from_near(const candidate& best, int steps);

    bool is_over() const { return tries_ <= 0 || is_out_of_work(); }

    /// Whether work ended the search, not the count of its plans.
    bool is_out_of_work() const { return plans_.work() >= most_work_; }

private:
    using segments = std::vector<tigris::segment_hint>;
    std::vector<cut_change> neighbors(const candidate& c) const;
    bool take_better(candidate& best);

    planner& plans_;
    int tries_ = 0;
    std::int64_t most_work_ = 0;
    random_sequence random_;
    std::unordered_set<std::uint64_t> tried_;
};

}  // namespace onnx2hpp
