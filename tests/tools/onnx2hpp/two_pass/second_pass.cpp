// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <helpers/random.hpp>
#include <helpers/seeds.hpp>
#include <helpers/squeeze_excite.hpp>
#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

#include <set>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using tigris::test::seeds;

namespace {

using names = std::vector<std::string>;

names names_of(const lowered_model& m, const std::vector<int>& steps) {
    names found;
    for (const int s : steps) found.push_back(m.nodes[std::size_t(s)].name);
    return found;
}

/// The outputs of a model, for numbers without a pattern.
std::vector<elements> outputs_of(const lowered_model& m) {
    std::vector<elements> inputs;
    for (const int t : m.inputs) {
        elements& x = inputs.emplace_back(std::size_t(tigris::element_count(tensor_at(m, t))));
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = double((i * i * 31 + i * 7) % 101) / 50;
    }
    const std::vector<elements> all = interpret(m, inputs);
    std::vector<elements> found;
    for (const int t : m.outputs) found.push_back(all[std::size_t(t)]);
    return found;
}

/// The one second pass that a model must have, after a check that the model computes the same with
/// it.
second_pass only_pass(const lowered_model& m) {
    const std::vector<second_pass> found = find_second_passes(m);
    REQUIRE(found.size() == 1);
    const lowered_model twice = with_second_passes(m, found);
    CHECK(outputs_of(twice) == outputs_of(m));
    CHECK(twice.constants.size() == m.constants.size());
    CHECK(twice.nodes.size() == m.nodes.size() + found[0].steps.size());
    return found[0];
}

/// Images of 16 channels, each of what one or two of those before it are made into.
class random_scaled_network {
public:
    explicit random_scaled_network(std::uint64_t seed) : random_(seed) {}

    lowered_model make() {
        made_.push_back(net_.image());
        for (int piece = random_.between(3, 9); piece > 0; --piece) made_.push_back(next());
        net_.output(made_.back());
        if (random_.chance(3)) net_.output(any());
        return net_.lowered();
    }

private:
    value_id any() { return made_[std::size_t(random_.between(0, int(made_.size()) - 1))]; }
    value_id recent() { return random_.chance(3) ? any() : made_.back(); }

    value_id next() {
        const value_id x = recent();
        switch (random_.between(0, 7)) {
            case 0: return net_.conv(x, 16, 16, 3);
            case 1: return net_.depthwise(x, 16);
            case 2: return net_.node("Sigmoid", {x});
            case 3: return net_.node("Add", {x, any()});
            case 4: return net_.node("Mul", {x, net_.factors(any(), 16)});
            case 5: return net_.node("Add", {net_.block(x), x});
            case 6: return net_.node("Mul", {net_.node("Sigmoid", {x}), net_.factors(x, 16)});
            default: return net_.block(x);
        }
    }

    tigris::test::random_numbers random_;
    scaled_network net_;
    std::vector<value_id> made_;
};

bool is_left_alone(scaled_network& net) { return find_second_passes(net.lowered()).empty(); }

}  // namespace

TEST_CASE("what is scaled by its own average is made again, back to the block's input") {
    const lowered_model m = squeeze_excite();
    const second_pass pass = only_pass(m);
    CHECK(names_of(m, pass.steps) == names{"Conv_5", "Conv_6"});
    CHECK(names_of(m, {pass.join}) == names{"Mul_12"});
    CHECK(pass.moved.empty());
    CHECK(pass.macs == 16 * 16 * 64 * (16 + 9));
}

TEST_CASE("the average reads the first pass and the product the second") {
    const lowered_model m =
        with_second_passes(squeeze_excite(), find_second_passes(squeeze_excite()));
    CHECK(steps(m) == names{"conv", "conv", "conv", "conv", "conv", "conv", "depthwise_conv",
                            "global_average_pool", "conv", "conv", "unary", "conv",
                            "depthwise_conv", "binary", "conv"});
    CHECK(m.nodes[7].inputs[0] == m.nodes[6].outputs[0]);
    CHECK(m.nodes[11].inputs == m.nodes[5].inputs);
    CHECK(m.nodes[12].inputs[0] == m.nodes[11].outputs[0]);
    CHECK(m.nodes[13].inputs[0] == m.nodes[12].outputs[0]);
    CHECK(names_of_second_passes(m) == names{"Conv_5_again", "Conv_6_again"});
}

TEST_CASE("weights of both passes are the same, in the header and in the flash that is counted") {
    const lowered_model once = squeeze_excite();
    const lowered_model twice = with_second_passes(once, find_second_passes(once));
    const auto flash_of = [](const lowered_model& m) {
        const owned_network network = network_of(m);
        planner plans(network.view(), {.alignment = 4});
        return plans.plan(tigris::unlimited, 0)->flash_bytes;
    };
    CHECK(flash_of(twice) == flash_of(once) + 2 * 36);  // records
    const std::string header = emit(twice, {}, {})[0].bytes;
    CHECK(header.find("Conv_5_again_weights") == std::string::npos);
    CHECK(header.find("// 2 steps run a second time") != std::string::npos);
    CHECK(emit(once, {}, {})[0].bytes.find("second time") == std::string::npos);
}

TEST_CASE("what only the product reads runs behind the second pass, not twice") {
    scaled_network net;
    const value_id x = net.expanded(net.image());
    net.output(net.node("Mul", {net.node("Sigmoid", {x}), net.factors(x)}));
    const lowered_model m = net.lowered();
    const second_pass pass = only_pass(m);
    CHECK(pass.steps.size() == 2);
    CHECK(names_of(m, pass.moved) == names{"Sigmoid_2"});
}

TEST_CASE("several blocks have a second pass each, and names stay apart") {
    scaled_network net;
    net.output(net.block(net.block(net.image())));
    const lowered_model m = net.lowered();
    const std::vector<second_pass> found = find_second_passes(m);
    REQUIRE(found.size() == 2);
    const lowered_model twice = with_second_passes(m, found);
    CHECK(outputs_of(twice) == outputs_of(m));
    std::set<std::string> different;
    for (const lowered_node& n : twice.nodes) different.insert(n.name);
    CHECK(different.size() == m.nodes.size() + 4);
}

TEST_CASE("random networks compute the same with all of their second passes, and with each") {
    std::size_t passes = 0, moved = 0, late = 0, models = 0;
    for (int seed = 1; seed <= seeds(60); ++seed) {
        const lowered_model m = random_scaled_network(std::uint64_t(seed)).make();
        const std::vector<second_pass> found = find_second_passes(m);
        if (found.empty()) continue;
        ++models, passes += found.size();
        for (const second_pass& p : found) moved += p.moved.size(), late += p.late.size();
        const std::vector<elements> expected = outputs_of(m);
        CHECK_MESSAGE(outputs_of(with_second_passes(m, found)) == expected, seed);
        CHECK_MESSAGE(outputs_of(with_second_passes(m, {found.back()})) == expected, seed);
    }
    MESSAGE(models << " models, " << passes << " second passes, " << moved << " steps moved, "
                   << late << " late readers");
    CHECK(models > std::size_t(seeds(20)));
    const bool are_few = seeds(60) < 60;  // these are rare
    CHECK((are_few || (moved > 0 && late > 0)));
}

TEST_CASE("what is kept anyway is near enough, whatever its size") {
    scaled_network net;
    const value_id x = net.conv(net.image(), 16, 64), y = net.depthwise(x);
    SUBCASE("read once more") {
        net.output(net.node("Concat", {net.scaled(y), net.conv(x, 64, 64, 3)},
                            {{"axis", std::int64_t{1}}}));
        const lowered_model m = net.lowered();
        CHECK(names_of(m, find_second_passes(m)[0].steps) == names{"Conv_1"});
    }
    SUBCASE("not kept") {
        net.output(net.scaled(y));
        CHECK(only_pass(net.lowered()).steps.size() == 2);
    }
}

TEST_CASE("what reads the scaled tensor later reads the second pass, too") {
    scaled_network net;
    const value_id x = net.expanded(net.image());
    net.output(net.node("Add", {net.scaled(x), x}));
    const lowered_model m = net.lowered();
    const second_pass pass = only_pass(m);
    CHECK(names_of(m, pass.late) == names{"Add_8"});
    const lowered_model twice = with_second_passes(m, {pass});
    CHECK(twice.nodes.back().inputs[1] == twice.nodes[twice.nodes.size() - 2].inputs[0]);
}

TEST_CASE("what the scaled tensor's rows are not made of alone is left alone") {
    scaled_network net;
    const value_id image = net.image(), x = net.expanded(image);
    SUBCASE("something reads it before the product does") {
        const value_id turned = net.node("Transpose", {x}, {{"perm", extents{0, 1, 3, 2}}});
        net.output(net.node("Mul", {x, net.node("Mul", {net.factors(x), net.factors(turned)})}));
        net.output(turned);
    }
    SUBCASE("it is an output") {
        net.output(net.scaled(x));
        net.output(x);
    }
    SUBCASE("it is a sum of two") {
        net.output(net.scaled(net.node("Add", {x, net.expanded(image)})));
    }
    SUBCASE("it is the input") { net.output(net.node("Mul", {image, net.factors(image, 16)})); }
    SUBCASE("a tensor as large is in front of it, which branches") {
        const value_id wide = net.conv(image, 16, 64), y = net.depthwise(wide);
        const value_id both =
            net.node("Mul", {net.factors(y), net.node("GlobalAveragePool", {wide})});
        net.output(net.node("Mul", {y, both}));
    }
    CHECK(is_left_alone(net));
}

TEST_CASE("a product that waits for no average is left alone") {
    scaled_network net;
    const value_id image = net.image(), x = net.expanded(image);
    SUBCASE("of its own rows") { net.output(net.node("Mul", {x, net.node("Sigmoid", {x})})); }
    SUBCASE("of another tensor's average") {
        net.output(net.node("Mul", {x, net.factors(net.expanded(image))}));
    }
    SUBCASE("of a constant") { net.output(net.node("Mul", {x, net.constant({1, 64, 1, 1})})); }
    CHECK(is_left_alone(net));
}
