// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Blocks of LZ4. Source: LZ4 Block Format Description, https://github.com/lz4/lz4.

#include <stdint.h>

namespace tigris::execution {

/// Reads and writes bytes of a block, never beyond the ends of the two arrays.
template <class In, class Out>
struct lz4_decoder {
    const In* in;
    const In* const in_end;
    Out* out;
    Out* const out_begin;
    Out* const out_end;

    static constexpr int32_t shortest_match = 4;

    /// The nibble of a length, and the bytes that continue a nibble of 15; -1 beyond the end.
    constexpr int32_t read_length(int32_t nibble) {
        if (nibble < 15) return nibble;
        int32_t length = nibble;
        for (int32_t byte = 255; byte == 255; length += byte) {
            if (in == in_end || length > INT32_MAX - 255) return -1;
            byte = uint8_t(*in++);
        }
        return length;
    }

    [[gnu::always_inline]] constexpr bool copy_literals(int32_t length) {
        if (length < 0 || length > in_end - in || length > out_end - out) return false;
        for (Out* const end = out + length; out != end;) *out++ = Out(*in++);
        return true;
    }

    [[gnu::always_inline]] constexpr bool copy_match(int32_t token) {
        if (in_end - in < 2) return false;
        const int32_t distance = uint8_t(in[0]) | uint8_t(in[1]) << 8;
        in += 2;
        const int32_t more = read_length(token & 15);
        if (distance == 0 || distance > out - out_begin || more < 0 ||
            more > out_end - out - shortest_match)
            return false;
        const Out* from = out - distance;
        for (Out* const end = out + more + shortest_match; out != end;) *out++ = *from++;
        return true;
    }

    constexpr bool decode() {
        while (in != in_end) {
            const int32_t token = uint8_t(*in++);
            if (!copy_literals(read_length(token >> 4))) return false;
            if (in == in_end) break;
            if (!copy_match(token)) return false;
        }
        return out == out_end;
    }
};

/// Decodes a block into exactly `out_bytes` bytes. False if the bytes are no block, or have another
/// length. In any case, nothing outside of the two arrays is read or written.
template <class In, class Out>
constexpr bool decode_lz4(const In* in, int32_t in_bytes, Out* out, int32_t out_bytes) {
    lz4_decoder<In, Out> decoder{in, in + in_bytes, out, out, out + out_bytes};
    return decoder.decode();
}

/// FNV-1a of 32 bits.
template <class In>
constexpr uint32_t checksum_of(const In* in, int32_t bytes) {
    uint32_t sum = 2166136261u;
    for (int32_t i = 0; i < bytes; ++i) sum = (sum ^ uint8_t(in[i])) * 16777619u;
    return sum;
}

}  // namespace tigris::execution
