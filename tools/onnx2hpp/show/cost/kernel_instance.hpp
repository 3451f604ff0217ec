// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the machine code of a step's kernel is compiled for: steps with the same share it.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <string>
#include <string_view>
#include <tuple>

namespace onnx2hpp {

/// What the machine code of a kernel is compiled for. After the form comes "/any" or "/compact" if
/// the layer does not take more flash for less time. "/rows" follows if rows come some at a time.
struct kernel_instance {
    std::string kernel;    // name of the kernel in cost tables (show/cost/features.hpp)
    std::string form;      // a window, an order of weights, a constant operand; or empty
    std::string channels;  // channel counts; empty if the layer gives them at run time
    std::string finish;    // how sums of products become results; empty: there are no sums

    friend bool operator<(const kernel_instance& a, const kernel_instance& b) {
        return std::tie(a.kernel, a.form, a.channels, a.finish) <
               std::tie(b.kernel, b.form, b.channels, b.finish);
    }
};

/// The kernel with its form, as parts of a table name it.
std::string with_form(const kernel_instance& i);

/// How a form, or a name that ends with one, begins: "3x3/1x1/any/rows" with "3x3/1x1".
std::string_view window_or_order(std::string_view form);

/// Whether a form ends with "/rows".
bool comes_in_rows(std::string_view form);

/// The instance of a layer whose rows are all there. Calls for all rows and for some share it.
kernel_instance for_all_rows(kernel_instance i);

/// The instance of a step whose task is not -1, under optimize::balanced.
kernel_instance instance_of(const lowered_model& model, const owned_plan& plan, int step);

}  // namespace onnx2hpp
