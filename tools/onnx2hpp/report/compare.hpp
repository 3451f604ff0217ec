// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A plan against an earlier one, which --json printed.

#include <onnx2hpp/show/analysis.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A number of both plans; bytes, unless it is a count.
struct changed_number {
    std::string name;
    std::int64_t before = 0;
    std::int64_t now = 0;
    bool is_bytes = true;

    /// "+1.2 KB", "-300 B", "+4.0 %".
    std::string difference() const;
    bool grew_beyond(double percent) const;
};

struct plan_comparison {
    std::vector<changed_number> numbers;
    bool fitted = false;
    /// Where the earlier plan is of another model or target: "fast_bytes was 8192, is 16384".
    std::string other_target{};

    /// "RAM +1.2 KB, flash -300 B, instructions +4.0 %"
    std::string text() const;
};

/// Throws failure(bad_input) for a file that cannot be read, or that is no plan of this schema.
plan_comparison compare_with(const std::string& file, const analysis& a);

/// What grew by more than `percent`, or that the plan fits no more, as a sentence; nothing if all
/// is well.
std::optional<std::string> describe_growth(const plan_comparison& both, const analysis& now,
                                           double percent);

}  // namespace onnx2hpp
