// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which rows of a model's tensors are new when the window of its input moves.

#include <onnx2hpp/lowered_model.hpp>

#include <set>
#include <string>
#include <vector>

namespace onnx2hpp {

/// What the tensors of a step are to its operator.
struct node_edges {
    std::vector<std::int16_t> in, out;
    tigris::operands all;

    node_edges(const lowered_model& model, const lowered_node& n);
};
tigris::ops::description describe(const lowered_model& model, const lowered_node& n);

/// A tensor whose rows move up with the window: row y is row y + fresh of the run before, for rows
/// from `clean` to the border. Rows before `clean` depend on padding before the window, rows of the
/// border on padding after it. Each run makes these anew if they are read.
struct moving_rows {
    bool moves = false;
    std::int32_t rows = 1;     // of the window
    std::int32_t spacing = 1;  // input rows from one row to the next
    std::int32_t fresh = 0;    // rows before the border that are new in each run
    std::int32_t clean = 0;
    std::int32_t border = 0;  // rows at the end
    std::int32_t from = 0;    // first row that is kept or new
    std::int32_t front = 0;   // rows at the beginning that each run makes
    std::int32_t lead = 0;    // rows at the beginning that rows of a front read
    bool is_whole = false;    // all rows are read

    /// Rows at the end that each run makes.
    std::int32_t made() const { return fresh + border; }
    std::int32_t kept() const { return rows - border - from; }
    /// Whether later runs read rows that this one makes.
    bool keeps_rows() const { return moves && kept() != fresh; }
};

/// Why a step makes all of its output in each run. only_row: its output has no rows to move.
enum class whole_reason { none, reads_all, pads_end, shows_padding, only_row };

/// How rows move through a model whose input gets `frames` new rows in a run.
class row_movement {
public:
    /// Tensors whose middle rows are made `again` where a front reads them, not kept from the run
    /// that made them. Throws failure(bad_input) where steps skip rows so that new ones are no
    /// whole number.
    row_movement(const lowered_model& model, std::int32_t frames, std::set<int> again = {});

    const std::set<int>& again() const { return again_; }
    const moving_rows& of(int tensor) const { return tensors_[std::size_t(tensor)]; }
    /// Whether a step makes only the new rows of its output.
    bool moves(std::size_t node) const { return of(model_.nodes[node].outputs[0]).moves; }
    whole_reason reason(std::size_t node) const { return reasons_[node]; }
    /// How many rows at the end of input `place` a run of the step reads; the input moves.
    std::int32_t rows_read(std::size_t node, std::size_t place) const;
    /// How many rows at the beginning of its inputs a step reads for its front.
    std::int32_t front_rows_read(std::size_t node) const;
    /// Tensors whose middle rows are kept for fronts alone.
    std::vector<int> kept_for_fronts() const;
    /// Whether the moving rows of a node begin with the first row that the step reads, not with the
    /// window's.
    bool begins_at_first_row(std::size_t node) const;

private:
    bool reads_moving(const lowered_node& n) const;
    void find();
    void pass(std::size_t node);
    whole_reason reason_against(std::size_t node, moving_rows& out) const;
    whole_reason merge(int input, const lowered_node& n, const tigris::ops::description& d,
                       moving_rows& out) const;
    bool is_same_for_all_rows(int constant, int like) const;
    bool is_kept_for_fronts(int tensor) const;
    void settle(int tensor);
    void read_from(std::size_t node);
    bool front_is_readable(std::size_t node) const;
    bool saves_rows(std::size_t node) const;
    bool give_up();
    void require_whole_rows() const;

    const lowered_model& model_;
    std::int32_t frames_;
    std::set<int> again_;
    std::vector<moving_rows> tensors_;
    std::vector<whole_reason> reasons_;
    std::vector<bool> given_up_;
};

}  // namespace onnx2hpp
