// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of models with packed constants give the bytes of those without.

#include <ad01_int8.hpp>
#include <ad01_int8_packed.hpp>
#include <kws_ref_float.hpp>
#include <kws_ref_float_packed.hpp>
#include <vww_96_int8.hpp>
#include <vww_96_int8_packed.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>

namespace {

template <class Buffer>
void fill(Buffer& in, std::uint32_t seed) {
    for (auto& item : in.items) {
        seed = seed * 1664525u + 1013904223u;
        item = static_cast<typename Buffer::edge_type::type>(int(seed >> 24) - 128) / 8;
    }
}

/// Whether three runs of both give the same, the packed model with the prefix that it says.
template <auto Plain, auto Packed>
bool agree(const char* name) {
    static tigris::workspace<Plain> plain;
    static tigris::workspace<Packed> packed;
    static tigris::input_buffer<Plain> in;
    static tigris::output_buffer<Plain> expected, out;
    bool good = tigris::init(Packed, packed) == tigris::status::ok;
    for (std::uint32_t seed = 1; seed < 4; ++seed) {
        fill(in, seed);
        tigris::run(Plain, plain, in, expected);
        good &= tigris::run(Packed, packed, tigris::in_memory_order(in.items),
                            tigris::in_memory_order(out.items)) == tigris::status::ok;
        good &= std::memcmp(&out, &expected, sizeof(out)) == 0;
    }
    std::printf("%s: %s\n", name, good ? "the same bytes" : "DIFFERENT");
    return good;
}

}  // namespace

int main() {
    const bool good = agree<ad01_int8::model, ad01_int8_packed::model>("ad01_int8") &
                      agree<kws_ref_float::model, kws_ref_float_packed::model>("kws_ref_float") &
                      agree<vww_96_int8::model, vww_96_int8_packed::model>("vww_96_int8");
    return good ? 0 : 1;
}
