// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/contract/constant_pointer.hpp>

#include <helpers/check.hpp>

#include <cstdint>
#include <limits>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// The bytes of an object, as they lie on a little-endian machine.
template <class T, int N>
struct stored {
    alignas(8) std::int8_t bytes[N * sizeof(T)]{};

    constexpr explicit stored(const T (&values)[N]) {
        for (int i = 0; i < N; ++i) {
            const auto bits = __builtin_bit_cast(typename unsigned_of<sizeof(T)>::type, values[i]);
            for (int k = 0; k < int(sizeof(T)); ++k)
                bytes[i * int(sizeof(T)) + k] = std::int8_t(bits >> (8 * k) & 255);
        }
    }
};

/// What was stored is read, from each element on.
template <class T, int N>
constexpr bool reads(const stored<T, N>& s, const T (&values)[N]) {
    const constant_pointer<T> p = elements_of<T>(constant{.bytes = s.bytes});
    for (int i = 0; i < N; ++i)
        for (int from = 0; from < N; ++from)
            if ((p + from)[i - from] != values[i]) return false;
    return true;
}

constexpr float floats[]{1.5f, -0.0f, std::numeric_limits<float>::denorm_min(), -3e38f};
constexpr std::int16_t shorts[]{INT16_MIN, -1, 255, 256, INT16_MAX};
constexpr std::int64_t longs[]{INT64_MIN, -1, 1ll << 32, INT64_MAX};
constexpr double doubles[]{1e300, -0.1};
constexpr stored stored_floats{floats};
constexpr stored stored_shorts{shorts};
constexpr stored stored_longs{longs};
constexpr stored stored_doubles{doubles};

}  // namespace

TEST_CASE("elements of any size are read from bytes, in the compiler as at run time") {
    TIGRIS_HOLDS(reads(stored_floats, floats));
    TIGRIS_HOLDS(reads(stored_shorts, shorts));
    TIGRIS_HOLDS(reads(stored_longs, longs));
    TIGRIS_HOLDS(reads(stored_doubles, doubles));
}

TEST_CASE("negative zero keeps its sign") {
    TIGRIS_HOLDS(__builtin_bit_cast(std::uint32_t,
                                    constant_pointer<float>{stored_floats.bytes}[1]) == 1u << 31);
}

TEST_CASE("bytes are signed or not as their type says") {
    static constexpr std::int8_t bytes[]{-128, -1, 0, 127};
    TIGRIS_HOLDS(constant_pointer<std::int8_t>{bytes}[0] == -128);
    TIGRIS_HOLDS(constant_pointer<std::uint8_t>{bytes}[0] == 128);
    TIGRIS_HOLDS((constant_pointer<std::uint8_t>{bytes} + 1)[0] == 255);
    TIGRIS_HOLDS(constant_pointer<std::uint8_t>{bytes}[3] == 127);
    TIGRIS_HOLDS((constant_pointer<std::int8_t>{bytes} + 3)[0] == 127);
}

TEST_CASE("words lie in an array of their own") {
    static constexpr std::int32_t words[]{7, -9};
    constexpr constant c{.words = words};
    TIGRIS_HOLDS((elements_of<std::int32_t>(c) + 1)[0] == -9);
}

TEST_CASE("halves are read as floats") {
    alignas(2) static constexpr std::int8_t bytes[]{0x00,  0x3c, 0x00,
                                                    -0x40, 0x01, 0x00};  // 1, -2, 2^-24
    constexpr auto p = elements_of<half>(constant{.bytes = bytes});
    TIGRIS_HOLDS(p[0] == 1 && (p + 1)[0] == -2 && p[2] == 0x1p-24f);
}

TEST_CASE("floats that several instructions load are those that one reads") {
    for (int i = 0; i < 4; ++i) CHECK(floats_at(stored_floats.bytes)[i] == floats[i]);
}
