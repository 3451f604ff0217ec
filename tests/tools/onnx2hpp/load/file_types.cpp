// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/file_types.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;

namespace {

constexpr std::int64_t to_float = 1, to_half = 10, to_double = 11;

value_id input_of(model_builder& b, dtype type, dtype file_type) {
    const value_id x = b.input({4}, type);
    b.model.values[static_cast<std::size_t>(x)].file_type = file_type;
    return x;
}

/// Whether CastLike rounds to float16 for what `make` makes of a value of float16.
template <class Make>
bool is_half(Make make) {
    model_builder b;
    const value_id h = input_of(b, dtype::f32, dtype::f16);
    b.output(b.node("CastLike", {b.input({4}), make(b, h)}, {}, 21));
    const std::vector<std::string> types = op_types(b.build());
    return std::find(types.begin(), types.end(), "RoundToHalf") != types.end();
}

value_id as_double(model_builder& b, value_id x) {
    return b.node("Cast", {x}, {{"to", to_double}});
}

}  // namespace

TEST_CASE("CastLike rounds to float16 where the other value is of float16") {
    CHECK(is_half([](model_builder&, value_id h) { return h; }));
    CHECK(is_half([](model_builder& b, value_id h) { return b.node("Add", {h, h}); }));
    CHECK(is_half([](model_builder& b, value_id h) { return b.node("Softmax", {h}); }));
    CHECK(is_half([](model_builder& b, value_id) {
        return b.node("Cast", {b.input({4}, dtype::i8)}, {{"to", to_half}});
    }));
    CHECK(is_half([](model_builder& b, value_id h) {
        return b.node("CastLike", {b.input({4}), h}, {}, 21);
    }));
    CHECK(is_half([](model_builder& b, value_id h) {
        return b.node("Where", {b.input({4}, dtype::boolean), h, h});
    }));
    CHECK_FALSE(is_half([](model_builder& b, value_id h) {
        return b.node("Cast", {h}, {{"to", to_float}});
    }));
    CHECK_FALSE(is_half([](model_builder& b, value_id) { return b.input({4}); }));
}

TEST_CASE("what reads 4 bits moves, casts or dequantizes them") {
    model_builder b;
    const value_id x = input_of(b, dtype::u8, dtype::u4);
    const value_id moved = b.node("Reshape", {x, b.integers({2, 2})});
    SUBCASE("moved") {
        const value_id turned = b.node("Transpose", {moved});
        CHECK(value_of(b.build(), turned).file_type == dtype::u4);
    }
    SUBCASE("computed with") {
        b.node("Add", {moved, moved});
        CHECK(verdict_of([&] {
                  b.build();
              }).says(outcome::unsupported, "is uint4, which is not supported here"));
    }
}

TEST_CASE("bfloat16 is refused where it is made or read, with what to do instead") {
    model_builder b;
    const auto said = [&](const char* text) {
        const auto verdict = verdict_of([&] { b.build(); });
        return verdict.says(outcome::unsupported, text) &&
               verdict.says(outcome::unsupported, "; export the model with float or float16");
    };
    const value_id x = b.input({4}),
                   weights = b.add_value(
                       "w", dtype::bf16, {4},
                       tensor_of(dtype::bf16, {4}, std::vector<std::uint16_t>(4, 0x3f80)));
    SUBCASE("made of floats") {
        b.node("Cast", {x}, {{"to", std::int64_t{16}}});
        CHECK(said("node 'Cast_0' (Cast-13): it makes bfloat16"));
    }
    SUBCASE("an input of the model") {
        b.node("Relu", {b.input({4}, dtype::bf16)});
        CHECK(said("): input 0 ('x1') is bfloat16"));
    }
    SUBCASE("weights that are not cast") {
        b.node("Add", {x, weights});
        CHECK(said("input 1 ('w') is bfloat16, which only a Cast of a constant reads"));
    }
    SUBCASE("an input that is cast") {
        b.node("Cast", {b.input({4}, dtype::bf16)}, {{"to", std::int64_t{1}}});
        CHECK(said("is bfloat16"));
    }
    SUBCASE("weights that are cast") {
        b.output(b.node("Add", {x, b.node("Cast", {weights}, {{"to", std::int64_t{1}}})}));
        CHECK_NOTHROW(b.build());
    }
}

TEST_CASE("what is exact in floats is computed of doubles that were floats") {
    model_builder b;
    const value_id x = b.input({4}), y = as_double(b, x);
    const value_id half = b.constant({}, {0.5}, dtype::f64);
    SUBCASE("comparing") {
        b.output(b.node("Greater", {y, half}));
        const onnx_model m = b.build();
        CHECK(value_of(m, m.outputs[0]).type == dtype::boolean);
    }
    SUBCASE("the larger one, and back") {
        const value_id larger = b.node("Max", {b.node("Neg", {y}), half});
        b.output(b.node("Identity", {x}));
        b.output(b.node("Cast", {larger}, {{"to", to_float}}));
        const auto r = results_of(b.build());
        for (std::size_t i = 0; i < 4; ++i) CHECK(r[1][i] == std::max(-r[0][i], 0.5));
    }
    SUBCASE("with a number that no float is") {
        b.node("Less", {y, b.constant({}, {0.1}, dtype::f64)});
        CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "no float is equal"));
    }
    SUBCASE("sums would be rounded in another way") {
        b.node("Add", {y, half});
        CHECK(verdict_of([&] {
                  b.build();
              }).says(outcome::unsupported, "is double, which is not supported here"));
    }
}

TEST_CASE("constants of double are computed in double") {
    model_builder b;
    const value_id tiny = b.constant({}, {0x1p-40}, dtype::f64);
    const value_id one = b.constant({2}, {1, -1}, dtype::f64);
    const value_id sum = b.node("Sub", {b.node("Add", {one, tiny}), one});
    SUBCASE("and cast to float") {
        b.output(b.node("Cast", {sum}, {{"to", to_float}}));
        const onnx_model m = b.build();
        CHECK(numbers_of(*value_of(m, m.outputs[0]).constant) ==
              std::vector<double>{0x1p-40, 0x1p-40});
    }
    SUBCASE("but not given away") {
        b.output(sum);
        CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "is of type double"));
    }
    SUBCASE("nor read at run time") {
        b.node("Where", {b.input({2}, dtype::boolean), one, sum});
        CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "double at run time"));
    }
    SUBCASE("nor by what cannot be folded") {
        b.node("Tanh", {sum});
        CHECK(verdict_of([&] { b.build(); }).says(outcome::unsupported, "double at run time"));
    }
}
