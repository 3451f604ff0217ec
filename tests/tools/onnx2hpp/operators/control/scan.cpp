// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/repeated.hpp>

#include <helpers/body_builder.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using integer = std::int64_t;

/// Running sums of a scanned input: the last one, and all.
body_builder sums() {
    body_builder body;
    body.inputs({"s", "p"}).outputs({"t", "t"});
    body.node("Add", {"s", "p"}, {"t"});
    return body;
}

/// A scan of [2, 3] numbers 1 to 6, from zeros on; one for each of the other axis.
struct scanned {
    onnx::ModelProto model = make_model();
    onnx::NodeProto* node = nullptr;

    explicit scanned(integer sums_at_once) {
        add_initializer<integer>(model, "zeros", {sums_at_once},
                                 extents(std::size_t(sums_at_once), 0));
        add_initializer<integer>(model, "x", {2, 3}, {1, 2, 3, 4, 5, 6});
        node = add_repeated(model, "Scan", {"zeros", "x"}, {"y", "z"}, sums());
        set(node, "num_scan_inputs", integer{1});
    }
    onnx_model load() const { return load_proto(with_outputs(model, {"y", "z"})); }
};

}  // namespace

TEST_CASE("a scan takes what it scans along axis 0, one part each time") {
    const onnx_model loaded = scanned(3).load();
    CHECK(known(loaded, 0) == known_output{{3}, {5, 7, 9}});
    CHECK(known(loaded, 1) == known_output{{2, 3}, {1, 2, 3, 5, 7, 9}});
}

TEST_CASE("a scan takes other axes, backwards too") {
    for (const integer axis : {1, -1}) {
        scanned s(2);
        set(s.node, "scan_input_axes", extents{axis});
        set(s.node, "scan_input_directions", extents{1});
        CHECK(known(s.load(), 0) == known_output{{2}, {6, 15}});
        CHECK(known(s.load(), 1) == known_output{{3, 2}, {3, 6, 5, 11, 6, 15}});
    }
}

TEST_CASE("a scan stacks along other axes, the last part first too") {
    scanned s(3);
    set(s.node, "scan_output_axes", extents{1});
    CHECK(known(s.load(), 1) == known_output{{3, 2}, {1, 5, 2, 7, 3, 9}});
    set(s.node, "scan_output_directions", extents{1});
    CHECK(known(s.load(), 1) == known_output{{3, 2}, {5, 1, 7, 2, 9, 3}});
}

TEST_CASE("a scan before version 9 scans each entry of a batch alone") {
    onnx::ModelProto m = make_model(8);
    add_initializer<integer>(m, "zeros", {2, 1}, {0, 100});
    add_initializer<integer>(m, "x", {2, 3, 1}, {1, 2, 3, 4, 5, 6});
    auto* node = add_repeated(m, "Scan", {"", "zeros", "x"}, {"y", "z"}, sums());
    set(node, "num_scan_inputs", integer{1});
    onnx_model loaded = load_proto(with_outputs(m, {"y", "z"}));
    CHECK(known(loaded, 0) == known_output{{2, 1}, {6, 115}});
    CHECK(known(loaded, 1) == known_output{{2, 3, 1}, {1, 3, 6, 104, 109, 115}});

    set(node, "directions", extents{1});
    loaded = load_proto(with_outputs(m, {"z"}));
    CHECK(known(loaded) == known_output{{2, 3, 1}, {3, 5, 6, 106, 111, 115}});

    add_initializer<integer>(m, "lengths", {2}, {3, 3});
    node->set_input(0, "lengths");
    CHECK(known(load_proto(with_outputs(m, {"z"}))).elements.size() == 6);
    add_initializer<integer>(m, "others", {2}, {3, 2});
    node->set_input(0, "others");
    CHECK(verdict_of_loading(with_outputs(m, {"z"})).says(outcome::unsupported, "lengths"));
}

TEST_CASE("a scan before version 9 wants a batch, also of what has no axes") {
    onnx::ModelProto m = make_model(8);
    add_initializer<integer>(m, "zeros", {2, 1}, {0, 100});
    add_initializer<integer>(m, "x", {}, {1});
    auto* node = add_repeated(m, "Scan", {"", "zeros", "x"}, {"y", "z"}, sums());
    set(node, "num_scan_inputs", integer{1});
    CHECK(verdict_of_loading(with_outputs(m, {"y", "z"})).says(bad, "do not have one batch"));
}

TEST_CASE("what does not fit a scan is refused") {
    scanned twice(3);
    set(twice.node, "scan_input_directions", extents{2});
    CHECK(verdict_of([&] { twice.load(); }).says(bad, "no direction"));
    scanned long_list(3);
    set(long_list.node, "scan_output_axes", extents{0, 0});
    CHECK(verdict_of([&] { long_list.load(); }).says(bad, "must have 1"));
    scanned all(3);
    all.node->mutable_attribute(1)->set_i(3);
    CHECK(verdict_of([&] { all.load(); }).says(bad, "do not fit a body"));

    body_builder two;
    two.inputs({"p", "q"}).outputs({"p"});
    onnx::ModelProto m = make_model();
    add_initializer<integer>(m, "a", {2}, {1, 2});
    add_initializer<integer>(m, "b", {3}, {1, 2, 3});
    set(add_repeated(m, "Scan", {"a", "b"}, {"y"}, two), "num_scan_inputs", integer{2});
    CHECK(verdict_of_loading(with_outputs(m, {"y"})).says(bad, "2 and 3 steps"));
}
