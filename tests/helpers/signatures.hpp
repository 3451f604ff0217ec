// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every version of every operator that a file may have, one by one.

#include <onnx2hpp/operators/list.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

namespace onnx2hpp::test {

struct signature : operator_version {
    std::string_view op_type;
};

/// Operators in the order of their names.
inline const std::vector<signature>& signatures() {
    static const std::vector<signature> all = [] {
        std::vector<signature> result;
        for (const operator_entry& entry : all_operators().entries())
            for (const operator_version& version : entry.versions)
                result.push_back({version, entry.type});
        std::stable_sort(result.begin(), result.end(), [](const signature& a, const signature& b) {
            return a.op_type < b.op_type;
        });
        return result;
    }();
    return all;
}

}  // namespace onnx2hpp::test
