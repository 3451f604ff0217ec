// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Weights of 4 bits by ONNX's definition, and bytes of any value.

#include <helpers/random.hpp>

namespace tigris::test {

/// Element i by ONNX's definition (technical/int4.md): two's complement, the first in the low half.
constexpr int int4_at(const int8_t* packed, int i) {
    const int half = (packed[i / 2] + 256) / (i % 2 ? 16 : 1) % 16;
    return half < 8 ? half : half - 16;
}

struct random_bytes {
    int8_t bytes[64];

    explicit random_bytes(uint64_t seed) {
        random_numbers r(seed);
        for (int8_t& b : bytes) b = int8_t(r.between(-128, 127));
    }
};

}  // namespace tigris::test
