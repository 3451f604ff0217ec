// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How much memory constants may take while a graph is read and rewritten: one account of them.

#include <onnx2hpp/onnx_model.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Bytes beyond four times the model that reading and folding may take, less what the tool takes
/// of itself.
inline constexpr std::int64_t free_bytes = 180'000'000;

/// The most bytes of needed constants that raise the bound: more are of no use for a
/// microcontroller.
inline constexpr std::int64_t most_needed_bytes = std::int64_t{1} << 29;

/// The memory account of one model, whose constants before folding are those of the file. A
/// constant that folding makes counts as the file's if the firmware needs it: if a node reads it
/// together with a value that is computed at run time.
class folding_memory {
public:
    explicit folding_memory(const onnx_model& m);
    folding_memory(const folding_memory&) = delete;
    ~folding_memory() { current = nullptr; }

    /// Throws failure(unsupported) if constants would take more memory than the bound. To the
    /// constants that are there, it adds `result` bytes for the node's output and `work` bytes to
    /// compute it. Small constants are counted only when together they have become a megabyte.
    void require(const onnx_model& m, const node& n, std::int64_t result, std::int64_t work);

    /// Node n of the file has been dealt with: large constants that nobody reads any more are gone.
    void release(onnx_model& m, const node& n);

    /// The account of the model that is being folded, or null.
    static folding_memory* current;

private:
    std::int64_t needed_bytes(const onnx_model& m) const;

    std::int64_t file_bytes = 0;
    std::int64_t unseen_bytes = 0;
    std::vector<int> readers;  // by value: nodes of the file that have not been dealt with
    std::vector<char> needed;  // by value
    std::vector<char> kept;    // by value: what nodes of the result read
    std::size_t seen_nodes = 0;
};

/// require() of the current account, if there is one, for what evaluating a node of constants
/// takes.
void require_folding_memory(const onnx_model& m, const node& n);

/// require() of the current account, if there is one. For a constant that node n is given in
/// another way, or that is made of it.
void require_constant_memory(const onnx_model& m, const node& n, std::int64_t result,
                             std::int64_t work);

}  // namespace onnx2hpp
