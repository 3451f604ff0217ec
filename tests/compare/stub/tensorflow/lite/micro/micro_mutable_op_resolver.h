// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// See ../schema/schema_generated.h.

namespace tflite {

struct MicroOpResolver {
    bool has_relu = false;
};

template <unsigned Count>
struct MicroMutableOpResolver : MicroOpResolver {
    int AddRelu() {
        has_relu = true;
        return 0;
    }
};

}  // namespace tflite
