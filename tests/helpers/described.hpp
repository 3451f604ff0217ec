// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What an operator says of itself for tensors that are written down.

#include <helpers/node_case.hpp>
#include <tigris/ops/description.hpp>

#include <initializer_list>

namespace tigris::test {

/// describe(op) for these inputs. `output` is the tensor that the model has for the result.
template <class Op>
constexpr ops::description described(const Op& op, std::initializer_list<tensor> inputs,
                                     const tensor& output = {}) {
    node_case n;
    for (const tensor& t : inputs) n.add_input(t);
    n.set_output(output);
    return describe(op, n.all());
}

}  // namespace tigris::test
