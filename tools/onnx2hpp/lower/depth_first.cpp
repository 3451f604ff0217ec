// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/depth_first.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {

std::vector<int> depth_first(const reader_lists& readers, std::vector<int> starts,
                             std::vector<char> passed) {
    std::vector<int> order, path = std::move(starts);  // begins at the last start
    std::vector<std::size_t> left;
    for (const std::vector<int>& list : readers) left.push_back(list.size());
    while (!path.empty()) {
        const auto n = static_cast<std::size_t>(path.back());
        if (left[n] == 0) {
            order.push_back(path.back());
            path.pop_back();
        } else {
            const int reader = readers[n][--left[n]];
            if (!std::exchange(passed[static_cast<std::size_t>(reader)], char{1}))
                path.push_back(reader);
        }
    }
    std::reverse(order.begin(), order.end());
    return order;
}

}  // namespace onnx2hpp
