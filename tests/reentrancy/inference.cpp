// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Its object file holds no variable that a run writes.

#include <reentrancy/inference.hpp>

namespace reentrancy {

tigris::status classify(bytes_workspace& memory, const bytes_in::type (&in)[bytes_in::extent],
                        bytes_out::type (&out)[bytes_out::extent]) {
    return tigris::run(conv_int8::model, memory, tigris::in_memory_order(in), out);
}

void classify(floats_workspace& memory, const floats_in::type (&in)[floats_in::extent],
              floats_out::type (&out)[floats_out::extent]) {
    tigris::run(conv_float::model, memory, tigris::in_memory_order(in), out);
}

}  // namespace reentrancy
