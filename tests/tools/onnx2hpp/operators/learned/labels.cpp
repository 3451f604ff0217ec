// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/lower/lower.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <doctest/doctest.h>

#include <cmath>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::dtype;
using reals = std::vector<float>;
using texts = std::vector<std::string>;

namespace {

/// A LabelEncoder of three numbers, or of the numbers of these strings.
struct encoder {
    attributes held;
    dtype type = dtype::i64;
    int since = 4;
    texts strings{};

    lowered_model lowered() const {
        model_builder b;
        const value_id x = b.input({3}, type);
        if (!strings.empty()) b.model.values.back().texts = std::make_shared<const texts>(strings);
        const value_id y = b.node("LabelEncoder", {x}, held, since);
        b.model.nodes.back().domain = "ai.onnx.ml";
        b.output(y);
        return lower(b.build(), {});
    }
    elements results(const elements& x) const {
        const lowered_model m = lowered();
        return interpret(m, {x})[static_cast<std::size_t>(m.outputs[0])];
    }
    verdict refusal() const {
        return verdict_of([&] { lowered(); });
    }
};

}  // namespace

TEST_CASE("numbers are looked up: the last one of equal keys, else the default") {
    encoder e{{{"keys_int64s", extents{5, 1000000, 5}},
               {"values_floats", reals{0.5f, 2, 3}},
               {"default_float", -1.0f}}};
    CHECK(e.results({5, 1000000, 7}) == elements{3, 2, -1});
    e.since = 2;
    CHECK(e.refusal().says(no, "a key that is there twice"));
}

TEST_CASE("NaN is a key like others") {
    const encoder e{{{"keys_floats", reals{0.5f, NAN}}, {"values_int64s", extents{4, 6}}},
                    dtype::f32};
    CHECK(e.results({0.5, NAN, 1}) == elements{4, 6, -1});
}

TEST_CASE("lists of later versions may be tensors") {
    const encoder e{{{"keys_tensor", tensor_of<std::int32_t>(dtype::i32, {2}, {3, 4})},
                     {"values_tensor", std::vector<double>{1.5, 2.5}},
                     {"default_tensor", std::vector<double>{9}}},
                    dtype::i32};
    CHECK(e.results({4, 3, 0}) == elements{2.5, 1.5, 9});
}

TEST_CASE("strings become numbers where they have a key") {
    encoder e{{{"keys_strings", texts{"run", "walk"}}, {"values_int64s", extents{10, 20}}},
              dtype::i64,
              2,
              texts{"walk", "sit", "run"}};
    CHECK(e.results({0, 1, 2}) == elements{20, -1, 10});
    e.since = 1;
    e.held = {{"classes_strings", texts{"sit", "walk"}}, {"default_int64", std::int64_t{-5}}};
    CHECK(e.results({0, 1, 2}) == elements{1, 0, -5});
}

TEST_CASE("numbers become strings: numbers of a list whose last one is the default") {
    const encoder e{{{"keys_int64s", extents{8, 9}}, {"values_strings", texts{"run", "walk"}}}};
    CHECK(e.lowered().texts[0] == texts{"run", "walk", "_Unused"});
    CHECK(e.results({9, 8, 0}) == elements{1, 0, 2});
}

TEST_CASE("strings become other strings of the same numbers") {
    const encoder e{{{"keys_strings", texts{"a", "b"}}, {"values_strings", texts{"run", "walk"}}},
                    dtype::i64,
                    4,
                    texts{"b", "c", "a"}};
    CHECK(e.lowered().texts[0] == texts{"walk", "_Unused", "run"});
    CHECK(e.results({2, 1, 0}) == elements{2, 1, 0});
}

TEST_CASE("keys and values that do not fit are refused") {
    encoder e{{{"keys_int64s", extents{8, 9}}, {"values_int64s", extents{1}}}};
    CHECK(e.refusal().says(bad, "it has 2 keys and 1 values"));
    e.held["values_int64s"] = extents{1, 2};
    e.type = dtype::f32;
    CHECK(e.refusal().says(bad, "its keys are int64, but its input is float"));
    e.type = dtype::i64;
    e.held["default_tensor"] = std::vector<double>{1};
    CHECK(e.refusal().says(bad, "its default is not one of its values"));
}

TEST_CASE("a ZipMap is its tensor of scores, though the model declares maps") {
    onnx::ModelProto m = make_model();
    auto* ml = m.add_opset_import();
    ml->set_domain("ai.onnx.ml");
    ml->set_version(1);
    add_input(m, "x", {1, 3});
    add_node(m, "Relu", {"x"}, {"scores"});
    add_node(m, "ZipMap", {"scores"}, {"maps"})->set_domain("ai.onnx.ml");
    set(m.mutable_graph()->mutable_node(1), "classlabels_int64s", extents{0, 1, 2});
    auto* info = m.mutable_graph()->add_output();
    info->set_name("maps");
    info->mutable_type()->mutable_sequence_type()->mutable_elem_type()->mutable_map_type();
    const onnx_model loaded = load_proto(m);
    CHECK(value_of(loaded, loaded.outputs[0]).dims == extents{1, 3});
    info->set_name("x");
    CHECK(verdict_of_loading(m).says(no, "is no tensor"));
}

TEST_CASE("strings are declared as such, and never an input") {
    onnx::ModelProto m = make_model();
    add_input(m, "x", {1, 3}, onnx::TensorProto::STRING);
    add_node(m, "Relu", {"x"}, {"y"});
    add_output(m, "y");
    CHECK(verdict_of_loading(m).says(no, "input 'x' is of strings"));
    m = make_model();
    add_input(m, "x", {1, 3});
    add_node(m, "Relu", {"x"}, {"y"});
    describe(m.mutable_graph()->add_output(), "y", {1, 3}, onnx::TensorProto::STRING);
    CHECK(verdict_of_loading(m).says(bad, "value 'y' is declared as string, but is float"));
}
