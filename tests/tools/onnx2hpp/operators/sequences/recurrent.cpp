// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/lower.hpp>

#include <helpers/model_builder.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A GRU of 7 steps of 3 numbers, of which output `output` is read.
struct gru_case {
    std::size_t output = 1;
    std::int64_t batch = 1;
    bool has_constants = true;
    bool has_initial_state = true;
    std::string direction = "forward";

    lowered_model lowered() const {
        model_builder b;
        const value_id x = b.input({7, batch, 3});
        const auto weights = [&](const extents& dims) {
            return has_constants ? b.constant(dims) : b.input(dims);
        };
        const value_id w = weights({1, 12, 3}), r = weights({1, 12, 4});
        std::vector<value_id> inputs{x, w, r, b.constant({1, 24})};
        if (has_initial_state) inputs.insert(inputs.end(), {absent, b.constant({1, batch, 4})});
        const attributes held{{"hidden_size", std::int64_t{4}}, {"direction", direction}};
        const value_id y = b.node("GRU", inputs, held, 22);
        std::vector<value_id>& outputs = b.model.nodes.back().outputs;
        outputs.insert(outputs.begin(), output, absent);
        b.output(y);
        return lower(b.build(), {});
    }
    extents steps() const {
        const lowered_model m = lowered();
        for (const lowered_node& n : m.nodes)
            if (std::holds_alternative<tigris::ops::recurrent>(n.op))
                return dims_of(tensor_at(m, n.inputs[0]));
        return {};
    }
};

}  // namespace

TEST_CASE("steps of which all states or the last one are read are rows") {
    CHECK(gru_case{}.steps() == extents{1, 7, 1, 3});
    CHECK(gru_case{.has_initial_state = false}.steps() == extents{1, 7, 1, 3});
    CHECK(output_dims(gru_case{}.lowered()) == extents{1, 1, 4});
    CHECK(gru_case{.output = 0}.steps() == extents{1, 7, 1, 3});
    CHECK(output_dims(gru_case{.output = 0}.lowered()) == extents{7, 1, 1, 4});
}

TEST_CASE("steps of several sequences, backwards, and with computed weights are not") {
    CHECK(gru_case{.batch = 2}.steps() == extents{7, 2, 3});
    CHECK(gru_case{.direction = "reverse"}.steps() == extents{7, 1, 3});
    CHECK(gru_case{.has_constants = false}.steps() == extents{7, 1, 3});
}
