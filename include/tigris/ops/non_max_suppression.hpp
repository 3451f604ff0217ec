// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The best boxes of each class that overlap no better box.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: boxes [batch, boxes, 4]; scores [batch, classes, boxes]. A box is two opposite corners,
/// or, if `centered`, its center and its extents.
///
/// Output, int64: [most + 1, 3]:
///
/// * one row for each selected box: its batch, class and number. Rows are sorted by class, then by
///   descending score. Of equal scores the first box comes first;
/// * rows of zeros;
/// * a last row that begins with the number of selected boxes, at most `most`.
///
/// A box is not selected if its score is not above `lowest_score`. Nor is it if its intersection
/// over union with a better box of its class is above `largest_overlap`. Source: ONNX
/// NonMaxSuppression.
struct non_max_suppression {
    static constexpr const char* name = "non_max_suppression";
    static constexpr const char* member_names =
        "most, most_of_class, largest_overlap, lowest_score, centered";

    static constexpr int data_inputs = 2;

    int32_t most = 1;
    int32_t most_of_class = 1;
    float largest_overlap = 0;
    float lowest_score = 0;
    bool centered = false;
};

constexpr description describe(const non_max_suppression& op, const operands&) {
    return {.output = {2, {op.most + 1, 3}}, .contract = contract::whole};
}

}  // namespace tigris::ops
