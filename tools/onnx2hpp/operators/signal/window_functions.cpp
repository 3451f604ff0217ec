// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/precise.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/signal/numbers.hpp>

#include <fmt/format.h>

#include <numbers>

namespace onnx2hpp {
namespace {

/// a - b cos(x) + c cos(2 x) for x from 0 to 2 pi.
bool give_window(expansion& e, double a, double b, double c) {
    const std::int64_t size = integer_at(e, 0);
    const bool periodic = integer_attribute(e.at, "periodic", 1) != 0;
    if (size < 1) fail_bad_input(e.at, fmt::format("its size is {}", size));
    if (size == 1 && !periodic)
        fail_unsupported(e.at, "a symmetric window of one element is not defined",
                         "make it periodic");
    check_size(e, {size});
    std::vector<double> window;
    for (std::int64_t n = 0; n < size; ++n) {
        const double x = 2 * std::numbers::pi * static_cast<double>(n) /
                         static_cast<double>(periodic ? size : size - 1);
        window.push_back(a - b * precise::cos(x) + c * precise::cos(2 * x));
    }
    e.give(0, e.constant(make_tensor(asked_type(e), {size}, window)));
    return true;
}

bool expand_hann_window(expansion& e) { return give_window(e, 0.5, 0.5, 0); }

bool expand_hamming_window(expansion& e) { return give_window(e, 25.0 / 46, 21.0 / 46, 0); }

bool expand_blackman_window(expansion& e) { return give_window(e, 0.42, 0.5, 0.08); }

}  // namespace

namespace operators {

operator_entries window_functions_operators() {
    return {
        {.type = "BlackmanWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), flag("periodic")}}},
         .expand = expand_blackman_window},
        {.type = "HammingWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), flag("periodic")}}},
         .expand = expand_hamming_window},
        {.type = "HannWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), flag("periodic")}}},
         .expand = expand_hann_window},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
