// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/shared_workspace.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace {

using namespace tigris;

constexpr target in_arena{.input = io::arena, .output = io::arena};
using bytes_alone = workspace<conv_int8::model, in_arena>;
using floats_alone = workspace<conv_float::model>;

template <class Workspace>
std::vector<std::int8_t> codes_in(Workspace&& memory, int seed) {
    using in = input_edge<conv_int8::model>;
    using out = output_edge<conv_int8::model>;
    for (int i = 0; i < in::extent; ++i) memory.input()[i] = std::int8_t(i * seed % 101);
    run(conv_int8::model, memory);
    return {memory.output(), memory.output() + out::extent};
}

template <class Workspace>
std::vector<float> numbers_in(Workspace&& memory, int seed) {
    float in[std::size_t(input_edge<conv_float::model>::extent)];
    float out[std::size_t(output_edge<conv_float::model>::extent)];
    for (float& x : in) x = float(seed = seed * 31 % 101);
    run(conv_float::model, memory, in_memory_order(in), in_memory_order(out));
    return {std::begin(out), std::end(out)};
}

}  // namespace

TEST_CASE("models that take turns in one memory get what each alone does") {
    static shared_workspace<bytes_alone, floats_alone> shared;
    static bytes_alone bytes;
    static floats_alone floats;
    for (int seed = 1; seed < 5; ++seed) {
        CHECK(codes_in(shared.at<0>(), seed) == codes_in(bytes, seed));
        CHECK(numbers_in(shared.at<1>(), seed) == numbers_in(floats, seed));
    }
}

TEST_CASE("shared memory is as much as the one that takes most") {
    using shared = shared_workspace<bytes_alone, floats_alone>;
    static_assert(sizeof(shared) >= std::size_t(bytes_alone::bytes));
    static_assert(sizeof(shared) >= std::size_t(floats_alone::bytes));
    static_assert(sizeof(shared) < std::size_t(bytes_alone::bytes + floats_alone::bytes));
}
