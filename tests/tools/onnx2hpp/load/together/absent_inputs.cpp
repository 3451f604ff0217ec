// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/signatures.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/passes/pass_list.hpp>

#include <helpers/onnx_builder.hpp>
#include <helpers/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

/// A model of no nodes yet, with inputs and constants of the kinds that operators take.
onnx::ModelProto with_values(int opset) {
    onnx::ModelProto m = make_model(opset, 10);
    const auto import = [&m](const std::string& name, int version) {
        auto* domain = m.add_opset_import();
        domain->set_domain(name);
        domain->set_version(version);
    };
    import("com.microsoft", 1);
    import(std::string(ml_domain), newest_ml_opset);
    add_input(m, "image", {1, 2, 4, 4});
    add_input(m, "sequence", {2, 3, 4});
    add_input(m, "bytes", {1, 2, 4, 4}, onnx::TensorProto::UINT8);
    add_input(m, "flags", {1, 2, 4, 4}, onnx::TensorProto::BOOL);
    add_weights(m, "kernel", {2, 2, 3, 3});
    add_weights(m, "pair", {2});
    add_weights(m, "one", {});
    add_weights(m, "gates", {1, 4, 4});
    add_initializer(m, "axis", {1}, std::vector<std::int64_t>{1});
    add_initializer(m, "extents", {4}, std::vector<std::int64_t>{1, 2, 4, 4});
    add_initializer(m, "count", {}, std::vector<std::int64_t>{2});
    add_initializer(m, "zero", {}, std::vector<std::uint8_t>{0});
    return m;
}

const names kinds{"image", "sequence", "bytes", "flags",   "kernel", "pair",
                  "one",   "gates",    "axis",  "extents", "count",  "zero"};

void set_required(onnx::NodeProto* node, const attribute_rule& rule) {
    const std::string name(rule.name);
    switch (rule.kind) {
        case attribute_kind::integer: return set(node, name, std::int64_t{1});
        case attribute_kind::real: return set(node, name, 1.f);
        case attribute_kind::text: return set(node, name, std::string("ab->ab"));
        case attribute_kind::integers: return set(node, name, extents{2, 2});
        default: return;
    }
}

/// One node of a row of the table.
onnx::ModelProto model_of(const signature& s, const names& inputs) {
    onnx::ModelProto m = with_values(s.since.back());
    auto* node = add_node(m, std::string(s.op_type), inputs, {"y"});
    if (const auto dot = s.op_type.rfind('.'); dot != std::string_view::npos) {
        node->set_domain(std::string(s.op_type.substr(0, dot)));
        node->set_op_type(std::string(s.op_type.substr(dot + 1)));
        m.mutable_opset_import(0)->set_version(newest_opset);
    }
    for (const attribute_rule& rule : s.attributes)
        if (rule.required) set_required(node, rule);
    add_output(m, "y");
    return m;
}

std::size_t most_inputs(const signature& s) {
    return s.inputs.most == any_number ? s.inputs.least + 2 : s.inputs.most;
}

bool is_variadic(const signature& s) { return s.inputs.most == any_number; }

}  // namespace

TEST_CASE("an input that must be there is missed, whatever the operator") {
    for (const signature& s : signatures()) {
        const bool has_body = s.op_type == "If" || s.op_type == "Loop" || s.op_type == "Scan";
        if (has_body) continue;  // which is looked at first
        CAPTURE(s.op_type);
        for (std::size_t i = 0; i < (is_variadic(s) ? most_inputs(s) : s.inputs.least); ++i) {
            names inputs(most_inputs(s), "image");
            inputs[i].clear();
            CHECK(verdict_of_loading(model_of(s, inputs))
                      .says(outcome::bad_input, "input " + std::to_string(i) + " is missing"));
        }
    }
}

TEST_CASE("a variadic operator has no optional inputs") {
    for (const std::string op : {"Min", "Max", "Sum", "Mean"}) {
        CAPTURE(op);
        onnx::ModelProto m = with_values(13);
        add_node(m, op, {"image", "", "image"}, {"y"});
        add_output(m, "y");
        CHECK(verdict_of_loading(m).says(outcome::bad_input,
                                         "node 'y' (" + op + "-13): input 1 is missing"));
    }
}

/// Only failures with a code may come: anything else ends the test.
TEST_CASE("inputs of any kind, some of them absent, crash no operator") {
    tigris::test::random_numbers random{20};
    const temporary_folder folder;
    for (const signature& s : signatures())
        for (int round = 0; round < 20; ++round) {
            names inputs(most_inputs(s));
            for (std::string& name : inputs)
                name = random.chance(4) ? "" : kinds[std::size_t(random.between(0, 11))];
            CAPTURE(s.op_type);
            CAPTURE(inputs.size());
            CHECK_NOTHROW(verdict_of([&] {
                const std::string bytes = model_of(s, inputs).SerializeAsString();
                onnx_model model = load_file(folder.write("model.onnx", bytes));
                run_passes(model, {});
                lower(model, {});
            }));
        }
}
