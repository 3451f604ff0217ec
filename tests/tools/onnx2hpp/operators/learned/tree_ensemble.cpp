// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <onnx2hpp/lower/lower.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>
#include <helpers/random.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::test::random_numbers;

namespace {

void set_texts(onnx::NodeProto* node, const std::string& name, const names& texts) {
    auto* a = add_attribute(node, name, onnx::AttributeProto::STRINGS);
    for (const std::string& text : texts) a->add_strings(text);
}

void set_reals(onnx::NodeProto* node, const std::string& name, const std::vector<float>& numbers) {
    auto* a = add_attribute(node, name, onnx::AttributeProto::FLOATS);
    for (const float number : numbers) a->add_floats(number);
}

void set_doubles(onnx::NodeProto* node, const std::string& name,
                 const std::vector<double>& numbers) {
    auto* t = add_attribute(node, name, onnx::AttributeProto::TENSOR)->mutable_t();
    t->set_data_type(onnx::TensorProto::DOUBLE);
    t->add_dims(static_cast<std::int64_t>(numbers.size()));
    for (const double number : numbers) t->add_double_data(number);
}

/// A branch or a leaf, as a TreeEnsembleRegressor lists it; a leaf's weight is for target 0.
struct listed_node {
    std::int64_t tree = 0;
    std::int64_t id = 0;
    std::string mode = "LEAF";
    std::int64_t feature = 0;
    double value = 0;
    bool nan_is_true = false;
    std::int64_t if_true = 0;
    std::int64_t if_false = 0;
    float weight = 0;
};

template <class T, class Member>
std::vector<T> column(const std::vector<listed_node>& nodes, Member member) {
    std::vector<T> result;
    for (const listed_node& n : nodes) result.push_back(static_cast<T>(n.*member));
    return result;
}

onnx::ModelProto model_of(const std::string& op_type, const extents& input, int opset) {
    onnx::ModelProto m = make_model();
    auto* ml = m.add_opset_import();
    ml->set_domain("ai.onnx.ml");
    ml->set_version(opset);
    add_input(m, "x", input);
    add_node(m, op_type, {"x"}, {"y"})->set_domain("ai.onnx.ml");
    add_output(m, "y");
    return m;
}

onnx::NodeProto* node_of(onnx::ModelProto& m) { return m.mutable_graph()->mutable_node(0); }

onnx::ModelProto regressor(const std::vector<listed_node>& nodes, const extents& input,
                           bool in_double = false) {
    onnx::ModelProto m = model_of("TreeEnsembleRegressor", input, in_double ? 3 : 1);
    onnx::NodeProto* n = node_of(m);
    const auto integers = [&](const char* name, std::int64_t listed_node::*member) {
        set(n, name, column<std::int64_t>(nodes, member));
    };
    integers("nodes_treeids", &listed_node::tree);
    integers("nodes_nodeids", &listed_node::id);
    integers("nodes_featureids", &listed_node::feature);
    integers("nodes_truenodeids", &listed_node::if_true);
    integers("nodes_falsenodeids", &listed_node::if_false);
    set(n, "nodes_missing_value_tracks_true",
        column<std::int64_t>(nodes, &listed_node::nan_is_true));
    set_texts(n, "nodes_modes", column<std::string>(nodes, &listed_node::mode));
    if (in_double)
        set_doubles(n, "nodes_values_as_tensor", column<double>(nodes, &listed_node::value));
    else
        set_reals(n, "nodes_values", column<float>(nodes, &listed_node::value));
    std::vector<listed_node> leaves;
    std::copy_if(nodes.begin(), nodes.end(), std::back_inserter(leaves),
                 [](const listed_node& at) { return at.mode == "LEAF"; });
    set(n, "target_treeids", column<std::int64_t>(leaves, &listed_node::tree));
    set(n, "target_nodeids", column<std::int64_t>(leaves, &listed_node::id));
    set(n, "target_ids", extents(leaves.size()));
    set_reals(n, "target_weights", column<float>(leaves, &listed_node::weight));
    set(n, "n_targets", std::int64_t{1});
    return m;
}

/// What the model makes of these numbers, by the definition of canonical operators.
elements results(const onnx::ModelProto& m, const elements& x) {
    const lowered_model lowered = lower(load_proto(m), {});
    const std::vector<elements> held = interpret(lowered, {x});
    return held[static_cast<std::size_t>(lowered.outputs[0])];
}

/// Whether a test is true, as IEEE 754 compares a float with a threshold.
bool is_true(const listed_node& at, double x) {
    if (std::isnan(x) && at.nan_is_true) return true;
    if (at.mode == "BRANCH_LEQ") return x <= at.value;
    if (at.mode == "BRANCH_LT") return x < at.value;
    if (at.mode == "BRANCH_GTE") return x >= at.value;
    if (at.mode == "BRANCH_GT") return x > at.value;
    return at.mode == "BRANCH_EQ" ? x == at.value : x != at.value;
}

/// The sum of the leaves where x comes out: a walk through the lists.
double walked(const std::vector<listed_node>& nodes, const double* x) {
    double sum = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].id != 0) continue;
        std::size_t at = i;
        while (nodes[at].mode != "LEAF")
            at = i + static_cast<std::size_t>(is_true(nodes[at], x[nodes[at].feature])
                                                  ? nodes[at].if_true
                                                  : nodes[at].if_false);
        sum += static_cast<double>(nodes[at].weight);
    }
    return sum;
}

constexpr const char* modes[]{"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                              "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ"};

/// Numbers between floats, at floats, and beyond all of them.
double some_threshold(random_numbers& r) {
    constexpr double few[]{-1e300, -std::numeric_limits<double>::infinity(), 0.1, 1e-60, -0.0,
                           1e300,  std::numeric_limits<double>::infinity()};
    const int kind = r.between(0, 20);
    return kind < 7 ? few[kind] : r.between(-4, 4) * 0.5;
}

double some_feature(random_numbers& r) {
    constexpr float few[]{NAN, -INFINITY, INFINITY, 0.1f, -0.0f, 1e-45f, -1e-45f, 3e38f};
    const int kind = r.between(0, 24);
    return kind < 8 ? static_cast<double>(few[kind]) : r.between(-4, 4) * 0.5;
}

/// A tree with leaves and branches in the order in which they are reached, at the end of the list.
void add_tree(random_numbers& r, std::vector<listed_node>& nodes, std::int64_t tree,
              bool in_double) {
    const std::size_t first = nodes.size();
    nodes.push_back({.tree = tree});
    for (std::size_t i = first; i < nodes.size(); ++i) {
        const auto next = static_cast<std::int64_t>(nodes.size() - first);
        if (next > 14 || r.between(0, 3) == 0) {
            nodes[i].weight = static_cast<float>(r.between(-64, 64));
            continue;
        }
        double value = some_threshold(r);
        if (!in_double) value = static_cast<double>(static_cast<float>(value));
        nodes[i] = {
            tree, nodes[i].id, modes[r.between(0, 5)], r.between(0, 3), value, r.between(0, 1) == 1,
            next, next + 1};
        nodes.push_back({.tree = tree, .id = next});
        nodes.push_back({.tree = tree, .id = next + 1});
    }
}

bool agrees(int seed, bool in_double) {
    random_numbers r(static_cast<std::uint64_t>(seed));
    std::vector<listed_node> nodes;
    const int trees = r.between(1, 5);
    for (int tree = 0; tree < trees; ++tree) add_tree(r, nodes, 7 - tree, in_double);
    elements x;
    for (int i = 0; i < 20 * 4; ++i) x.push_back(some_feature(r));
    const elements y = results(regressor(nodes, {20, 4}, in_double), x);
    for (std::size_t row = 0; row < 20; ++row)
        if (y[row] != walked(nodes, x.data() + row * 4)) return false;
    return true;
}

listed_node test_at(std::int64_t id, std::int64_t if_true, std::int64_t if_false) {
    return {.id = id, .mode = "BRANCH_LEQ", .if_true = if_true, .if_false = if_false};
}

listed_node leaf(std::int64_t id, float weight = 1) { return {.id = id, .weight = weight}; }

verdict verdict_of_nodes(const std::vector<listed_node>& nodes) {
    return verdict_of_loading(regressor(nodes, {1, 4}));
}

/// A classifier of one test, x <= 0, whose leaves vote for these classes with these weights.
onnx::ModelProto classifier(const extents& ids, const std::vector<float>& weights,
                            std::int64_t labels) {
    onnx::ModelProto m = model_of("TreeEnsembleClassifier", {1, 1}, 3);
    onnx::NodeProto* n = node_of(m);
    n->add_output("scores");
    set(n, "nodes_treeids", extents{0, 0, 0});
    set(n, "nodes_nodeids", extents{0, 1, 2});
    set(n, "nodes_featureids", extents{0, 0, 0});
    set(n, "nodes_truenodeids", extents{1, 0, 0});
    set(n, "nodes_falsenodeids", extents{2, 0, 0});
    set_texts(n, "nodes_modes", names{"BRANCH_LEQ", "LEAF", "LEAF"});
    set_reals(n, "nodes_values", {0, 0, 0});
    const std::size_t half = ids.size() / 2;
    extents leaves(ids.size(), 2);
    std::fill_n(leaves.begin(), half, 1);
    set(n, "class_treeids", extents(ids.size()));
    set(n, "class_nodeids", leaves);
    set(n, "class_ids", ids);
    set_reals(n, "class_weights", weights);
    names texts;
    for (std::int64_t i = 0; i < labels; ++i) texts.push_back("class " + std::to_string(i));
    set_texts(n, "classlabels_strings", texts);
    m.mutable_graph()->clear_output();
    add_output(m, "scores");
    return m;
}

/// A TreeEnsemble of one branch.
onnx::ModelProto ensemble(std::uint8_t mode, const std::vector<double>& members,
                          const extents& children = {0, 1}) {
    onnx::ModelProto m = model_of("TreeEnsemble", {6, 1}, 5);
    onnx::NodeProto* n = node_of(m);
    set(n, "n_targets", std::int64_t{2});
    set(n, "nodes_featureids", extents{0});
    set(n, "nodes_truenodeids", extents{children[0]});
    set(n, "nodes_falsenodeids", extents{children[1]});
    set(n, "nodes_trueleafs", extents{1});
    set(n, "nodes_falseleafs", extents{1});
    set(n, "tree_roots", extents{0});
    set(n, "leaf_targetids", extents{0, 1});
    set_doubles(n, "leaf_weights", {5, 7});
    set_doubles(n, "nodes_splits", {2});
    if (!members.empty()) set_doubles(n, "membership_values", members);
    auto* modes_of = add_attribute(n, "nodes_modes", onnx::AttributeProto::TENSOR)->mutable_t();
    *modes_of = make_tensor_proto<std::uint8_t>("nodes_modes", {1}, {mode});
    return m;
}

}  // namespace

TEST_CASE("every float, and NaN, goes where the model says, for all modes mixed") {
    for (int seed = 1; seed < 120; ++seed) CHECK_MESSAGE(agrees(seed, false), seed);
}

TEST_CASE("thresholds in double are rounded so that no comparison of a float changes") {
    for (int seed = 1; seed < 120; ++seed) CHECK_MESSAGE(agrees(seed, true), seed);
}

TEST_CASE("a node takes a byte and a threshold where trees are small") {
    const onnx_model m = load_proto(regressor({test_at(0, 1, 2), leaf(1), leaf(2, 2)}, {1, 4}));
    const lowered_model lowered = lower(m, {});
    CHECK(lowered.constants[0].bytes.size() == 1);
    CHECK(lowered.constants[1].bytes.size() == 4);
    CHECK(lowered.constants[3].bytes.size() == 2 * 4);
}

TEST_CASE("nodes that make no tree are refused, by the numbers that the file gives them") {
    CHECK(verdict_of_nodes({}).says(bad, "it has no nodes"));
    CHECK(verdict_of_nodes({test_at(0, 1, 2), leaf(1)}).says(bad, "there is no node 2 in tree 0"));
    CHECK(verdict_of_nodes({test_at(0, 1, 1), leaf(1)})
              .says(bad, "node 1 of tree 0 is reached by two branches"));
    CHECK(verdict_of_nodes({test_at(0, 1, 2), leaf(1), test_at(2, 0, 1)})
              .says(bad, "is reached by two branches"));
    CHECK(verdict_of_nodes({test_at(0, 0, 0)}).says(bad, "is reached by two branches"));
    CHECK(verdict_of_nodes({test_at(0, 1, 2), leaf(1), leaf(1)})
              .says(bad, "node 1 of tree 0 is there twice"));
    CHECK(verdict_of_nodes({test_at(0, 1, 2), leaf(1), leaf(2), test_at(3, 4, 5), leaf(4), leaf(5)})
              .says(bad, "node 3 of tree 0 is reached by no branch"));
}

TEST_CASE("numbers that no test or vote can have are refused") {
    std::vector<listed_node> nodes{test_at(0, 1, 2), leaf(1), leaf(2)};
    nodes[0].feature = 4;
    CHECK(
        verdict_of_nodes(nodes).says(bad, "node 0 of tree 0 reads feature 4, but the input has 4"));
    nodes[0].feature = std::int64_t{1} << 40;
    CHECK(verdict_of_nodes(nodes).says(bad, "reads feature"));
    nodes[0] = test_at(0, 1, 2);
    nodes[0].value = NAN;
    CHECK(verdict_of_nodes(nodes).says(bad, "compares with NaN"));
    nodes[0] = test_at(0, 1, 2);
    nodes[0].mode = "BRANCH_ODD";
    CHECK(verdict_of_nodes(nodes).says(bad, "ONNX has no mode 'BRANCH_ODD'"));
    nodes[0] = test_at(0, 1, 2);
    nodes[1].weight = INFINITY;
    CHECK(verdict_of_nodes(nodes).says(bad, "which is no finite float"));
}

TEST_CASE("lists of different lengths are refused") {
    onnx::ModelProto m = regressor({test_at(0, 1, 2), leaf(1), leaf(2)}, {1, 4});
    for (auto& a : *node_of(m)->mutable_attribute())
        if (a.name() == "nodes_values") a.mutable_floats()->RemoveLast();
    CHECK(verdict_of_loading(m).says(bad, "its nodes_values has 2 elements, but must have 3"));
}

TEST_CASE("a tree of 100 000 branches one below the other is a loop like any other") {
    for (const bool to_the_left : {false, true}) {
        std::vector<listed_node> nodes;
        constexpr std::int64_t depth = 100000;
        for (std::int64_t i = 0; i < depth; ++i) {
            nodes.push_back(to_the_left ? test_at(2 * i, 2 * i + 2, 2 * i + 1)
                                        : test_at(2 * i, 2 * i + 1, 2 * i + 2));
            nodes.push_back(leaf(2 * i + 1, static_cast<float>(i)));
        }
        nodes.push_back(leaf(2 * depth, 7));
        CHECK(verdict_of_nodes(nodes).code == outcome::success);
    }
}

TEST_CASE("comparisons for equality with one true branch are a set") {
    std::vector<listed_node> nodes{test_at(0, 1, 2), leaf(1, 5), test_at(2, 1, 3), test_at(3, 1, 4),
                                   leaf(4, 7)};
    for (listed_node& at : nodes)
        if (at.mode != "LEAF") at.mode = "BRANCH_EQ", at.value = static_cast<double>(at.id);
    const onnx::ModelProto m = regressor(nodes, {6, 1});
    CHECK(results(m, {0, 1, 2, 3, 4, NAN}) == elements{5, 7, 5, 5, 7, 7});
    CHECK(lower(load_proto(m), {}).constants[0].bytes.size() == 1);
}

TEST_CASE("a set ends with NaN, in any order, and what is no float is in none") {
    const onnx::ModelProto m = ensemble(6, {3, 0.1, 1, NAN});
    const double tenth = static_cast<double>(0.1f);
    CHECK(results(m, {1, 2, 3, 4, tenth, NAN}) == elements{5, 0, 0, 7, 5, 0, 0, 7, 0, 7, 0, 7});
    CHECK(verdict_of_loading(ensemble(6, {3, 1})).says(bad, "does not end"));
    CHECK(verdict_of_loading(ensemble(6, {NAN})).says(bad, "an empty set"));
    CHECK(verdict_of_loading(ensemble(0, {3, NAN})).says(bad, "more membership_values than sets"));
    CHECK(verdict_of_loading(ensemble(7, {})).says(bad, "ONNX has no mode 7"));
}

/// A branch whose true side is a second one, both members of sets.
onnx::ModelProto two_sets(const std::vector<double>& members) {
    onnx::ModelProto m = ensemble(6, members, {0, 1});
    onnx::NodeProto* n = node_of(m);
    for (auto it = n->mutable_attribute()->begin(); it != n->mutable_attribute()->end();)
        it = it->name().starts_with("nodes_") || it->name().starts_with("leaf_")
                 ? n->mutable_attribute()->erase(it)
                 : it + 1;
    set(n, "nodes_featureids", extents{0, 0});
    set(n, "nodes_truenodeids", extents{1, 0});
    set(n, "nodes_falsenodeids", extents{1, 2});
    set(n, "nodes_trueleafs", extents{0, 1});
    set(n, "nodes_falseleafs", extents{1, 1});
    set(n, "leaf_targetids", extents{0, 1, 0});
    set_doubles(n, "leaf_weights", {5, 7, 9});
    set_doubles(n, "nodes_splits", {2, 2});
    auto* modes_of = add_attribute(n, "nodes_modes", onnx::AttributeProto::TENSOR)->mutable_t();
    *modes_of = make_tensor_proto<std::uint8_t>("nodes_modes", {2}, {6, 6});
    return m;
}

TEST_CASE("each set has members of its own") {
    CHECK(results(two_sets({3, 1, NAN, 1, NAN}), {1, 2, 3, 4, 5, NAN}) ==
          elements{5, 0, 0, 7, 9, 0, 0, 7, 0, 7, 0, 7});
}

TEST_CASE("a branch whose two leaves are one is a tree of a leaf") {
    CHECK(results(ensemble(0, {}, {1, 1}), elements(6)) ==
          elements{0, 7, 0, 7, 0, 7, 0, 7, 0, 7, 0, 7});
    CHECK(verdict_of_loading(ensemble(0, {}, {0, 2})).says(bad, "there is no leaf 2"));
}

TEST_CASE("two classes with votes for the first: the sum is the second one's") {
    CHECK(results(classifier({0, 0}, {0.75f, 0.25f}, 2), {0}) == elements{0.25, 0.75});
    CHECK(results(classifier({0, 0}, {0.75f, -0.25f}, 2), {1}) == elements{0.25, -0.25});
    CHECK(results(classifier({1, 1}, {0.75f, -0.25f}, 2), {0}) == elements{0, 0.75});
    CHECK(results(classifier({0, 1, 0, 1}, {1, 2, 3, 4}, 2), {1}) == elements{3, 4});
}

TEST_CASE("what runtimes disagree about is refused") {
    onnx::ModelProto m = classifier({0, 0}, {0.5f, 0.25f}, 2);
    set(node_of(m), "post_transform", std::string("PROBIT"));
    CHECK(verdict_of_loading(m).says(no, "runtimes disagree about PROBIT"));
    m = classifier({0, 0}, {0.5f, 0.25f}, 2);
    set_reals(node_of(m), "base_values", {1, 2});
    CHECK(verdict_of_loading(m).says(no, "runtimes disagree about base_values"));
    CHECK(verdict_of_loading(classifier({0, 0}, {1, 1}, 1)).says(no, "a classifier of one class"));
    CHECK(verdict_of_loading(classifier({0, 3}, {1, 1}, 3))
              .says(bad, "votes for target 3, but there are 3"));
}

TEST_CASE("labels that are strings are numbers of the model's class labels") {
    onnx::ModelProto m = classifier({0, 1, 2, 0, 1, 2}, {1, 2, 3, 6, 5, 4}, 3);
    add_output(m, "y");
    const lowered_model lowered = lower(load_proto(m), {});
    CHECK(lowered.texts == std::vector<names>{{}, {"class 0", "class 1", "class 2"}});
    CHECK(lowered.tensors[static_cast<std::size_t>(lowered.outputs[1])].type == tigris::dtype::i64);
}

TEST_CASE("strings are moved, and nothing is computed with them") {
    onnx::ModelProto m = classifier({0, 1, 2, 0, 1, 2}, {1, 2, 3, 6, 5, 4}, 3);
    add_initializer<std::int64_t>(m, "shape", {2}, {1, 1});
    add_node(m, "Reshape", {"y", "shape"}, {"column"});
    add_output(m, "column");
    CHECK(lower(load_proto(m), {}).texts[1].size() == 3);
    add_node(m, "Neg", {"column"}, {"negative"});
    CHECK(verdict_of_loading(m).says(no, "its input 0 ('column') is of strings"));
}

TEST_CASE("doubles that were floats go through trees, which make floats") {
    onnx::ModelProto m =
        regressor({{.mode = "BRANCH_LEQ", .value = 0.5, .if_true = 1, .if_false = 2},
                   {.id = 1, .weight = -1},
                   {.id = 2, .weight = 1}},
                  {3, 1});
    set(add_node(m, "Cast", {"x"}, {"wide"}), "to", std::int64_t{onnx::TensorProto::DOUBLE});
    node_of(m)->set_input(0, "wide");
    add_node(m, "Add", {"y", "y"}, {"twice"});
    m.mutable_graph()->mutable_output(0)->set_name("twice");
    CHECK(results(m, {0, 0.5, 1}) == elements{-2, -2, 2});
}
