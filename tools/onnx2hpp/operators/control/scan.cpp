// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries scan_operators() {
    return {
        {.type = "Scan",
         .versions =
             {{.since = {8},
               .inputs = {0, any_number},
               .outputs = any_number,
               .attributes = {integers("directions"), required(integer("num_scan_inputs"))}},
              {.since = {9, 11, 16, 19, 21, 23, 24, 25},
               .inputs = {1, any_number},
               .outputs = any_number,
               .attributes = {required(integer("num_scan_inputs")), integers("scan_input_axes"),
                              integers("scan_input_directions"), integers("scan_output_axes"),
                              integers("scan_output_directions")}}},
         .expand = expand_scan},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
