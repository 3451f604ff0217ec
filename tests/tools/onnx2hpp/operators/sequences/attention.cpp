// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// Attention of one head, in a model of this opset.
onnx::ModelProto attention(int opset) {
    onnx::ModelProto m = make_model(opset, 10);
    for (const char* name : {"q", "k", "v"}) add_input(m, name, {1, 1, 3, 4});
    add_node(m, "Attention", {"q", "k", "v"}, {"y"});
    add_output(m, "y");
    return m;
}

/// What loading says of a causal one with past keys.
std::string notes_of_causal(std::int64_t queries, std::int64_t keys, std::int64_t past) {
    onnx::ModelProto m = make_model(23, 10);
    add_input(m, "q", {1, 1, queries, 4});
    for (const char* name : {"k", "v"}) add_input(m, name, {1, 1, keys, 4});
    for (const char* name : {"past_k", "past_v"}) add_input(m, name, {1, 1, past, 4});
    add_node(m, "Attention", {"q", "k", "v", "", "past_k", "past_v"}, {"y", "all_k", "all_v"});
    set(m.mutable_graph()->mutable_node(0), "is_causal", std::int64_t{1});
    add_output(m, "y");
    captured_notes notes;
    load_proto(m);
    return notes.take();
}

onnx::ModelProto windowed(const char* side, std::int64_t size) {
    onnx::ModelProto m = attention(25);
    set(m.mutable_graph()->mutable_node(0), side, size);
    return m;
}

}  // namespace

TEST_CASE("Attention-25 without windows is what version 24 is") {
    const auto expected = op_types(load_proto(attention(24)));
    CHECK(op_types(load_proto(attention(25))) == expected);
    CHECK(op_types(load_proto(windowed("left_window_size", -1))) == expected);
    CHECK(op_types(load_proto(windowed("right_window_size", -1))) == expected);
}

TEST_CASE("a window of Attention-25 is refused, and unknown before") {
    CHECK(verdict_of_loading(windowed("left_window_size", 2))
              .says(no, "node 'y' (Attention-25): its left_window_size is 2"));
    CHECK(verdict_of_loading(windowed("right_window_size", 0))
              .says(no, "its right_window_size is 0"));
    onnx::ModelProto old = windowed("left_window_size", -1);
    old.mutable_opset_import(0)->set_version(24);
    CHECK(verdict_of_loading(old).says(no, "(Attention-24): attribute 'left_window_size' is not"));
}

TEST_CASE("a single query before several new keys is noted, since ONNX Runtime hides none") {
    CHECK(notes_of_causal(1, 3, 2).find("sees the past keys and the first new one") !=
          std::string::npos);
    CHECK(notes_of_causal(1, 1, 2).empty());
    CHECK(notes_of_causal(2, 3, 2).empty());
}
