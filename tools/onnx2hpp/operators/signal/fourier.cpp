// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries fourier_operators() {
    return {
        {.type = "DFT",
         .versions = {{.since = {17},
                       .inputs = {1, 2},
                       .attributes = {integer("axis"), integer("inverse"), integer("onesided")}},
                      {.since = {20},
                       .inputs = {1, 3},
                       .attributes = {integer("inverse"), integer("onesided")}}},
         .expand = expand_dft},
        {.type = "STFT",
         .versions = {{.since = {17}, .inputs = {2, 4}, .attributes = {integer("onesided")}}},
         .expand = expand_stft},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
