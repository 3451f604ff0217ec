// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/as_index.hpp>
#include <onnx2hpp/lower/branches.hpp>
#include <onnx2hpp/lower/depth_first.hpp>
#include <onnx2hpp/lower/order.hpp>

namespace onnx2hpp {
namespace {

/// The nodes that read what each node makes, in their order; last, those that read none.
reader_lists readers_of(const onnx_model& m) {
    std::vector<int> producer(m.values.size(), -1);
    reader_lists readers(m.nodes.size() + 1);
    for (int n = 0; n < static_cast<int>(m.nodes.size()); ++n) {
        bool is_root = true;
        for (const value_id v : m.nodes[as_index(n)].inputs) {
            if (v == absent || producer[as_index(v)] < 0) continue;
            is_root = false;
            std::vector<int>& siblings = readers[as_index(producer[as_index(v)])];
            if (siblings.empty() || siblings.back() != n) siblings.push_back(n);
        }
        if (is_root) readers.back().push_back(n);
        for (const value_id v : m.nodes[as_index(n)].outputs)
            if (v != absent) producer[as_index(v)] = n;
    }
    return readers;
}

}  // namespace

std::vector<int> execution_order(const onnx_model& m) {
    reader_lists readers = readers_of(m);
    sort_branches(m, readers);
    std::vector<char> passed(readers.size(), 0);
    return depth_first(readers, readers.back(), passed);
}

}  // namespace onnx2hpp
