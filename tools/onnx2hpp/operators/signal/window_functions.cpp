// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries window_functions_operators() {
    return {
        {.type = "BlackmanWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), integer("periodic")}}},
         .expand = expand_blackman_window},
        {.type = "HammingWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), integer("periodic")}}},
         .expand = expand_hamming_window},
        {.type = "HannWindow",
         .versions = {{.since = {17},
                       .attributes = {integer("output_datatype"), integer("periodic")}}},
         .expand = expand_hann_window},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
