// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/tie_states.hpp>

#include <helpers/captured_notes.hpp>
#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using names = std::vector<std::string>;

/// Inputs h, x, c and outputs hn, y, cn, of which h, hn, c and cn are alike.
struct recurrent {
    model_builder b;

    recurrent() {
        for (const char* name : {"h", "x", "c"}) rename(b.input({1, 4}), name);
        for (int i = 0; i < 3; ++i) {
            const value_id made = b.node("Relu", {b.model.inputs[std::size_t(i)]});
            b.output(made);
        }
        for (int i = 0; i < 3; ++i)
            rename(b.model.outputs[std::size_t(i)], names{"hn", "y", "cn"}[std::size_t(i)]);
    }
    void rename(value_id v, const std::string& name) { b.model.values[std::size_t(v)].name = name; }
    value& at(const std::string& name) {
        for (value& v : b.model.values)
            if (v.name == name) return v;
        FAIL("no value of this name");
        return b.model.values[0];
    }
};

names names_of(const onnx_model& m, const std::vector<value_id>& edges) {
    names found;
    for (const value_id v : edges) found.push_back(m.values[std::size_t(v)].name);
    return found;
}

options with_states(std::vector<std::pair<std::string, std::string>> states) {
    options wanted;
    wanted.states = std::move(states);
    return wanted;
}

verdict verdict_of_tying(recurrent& r, const options& wanted) {
    onnx_model m = r.b.build();
    return verdict_of([&] { tie_states(m, wanted); });
}

}  // namespace

TEST_CASE("states come last, and each output behind its input") {
    recurrent r;
    onnx_model m = r.b.build();
    tie_states(m, with_states({{"c", "hn"}, {"h", "cn"}}));
    CHECK(names_of(m, m.inputs) == names{"x", "c", "h"});
    CHECK(names_of(m, m.outputs) == names{"y", "hn", "cn"});
    CHECK(m.state_count == 2);
}

TEST_CASE("nothing is tied unless it is asked for") {
    recurrent r;
    onnx_model m = r.b.build();
    tie_states(m, {});
    CHECK(names_of(m, m.inputs) == names{"h", "x", "c"});
    CHECK(m.state_count == 0);
}

TEST_CASE("names tell states, and a note says which") {
    recurrent r;
    onnx_model m = r.b.build();
    options wanted;
    wanted.finds_states = true;
    captured_notes notes;
    tie_states(m, wanted);
    CHECK(names_of(m, m.inputs) == names{"x", "h", "c"});
    CHECK(names_of(m, m.outputs) == names{"y", "hn", "cn"});
    CHECK(notes.take() ==
          "onnx2hpp: note: input 'h' is a state: it gets output 'hn' of the run before\n"
          "onnx2hpp: note: input 'c' is a state: it gets output 'cn' of the run before\n");
}

TEST_CASE("what names alone tell, types and shapes must bear out") {
    recurrent r;
    onnx_model m = r.b.build();
    for (value& v : m.values)
        if (v.name == "hn") v.dims = {1, 5};
    options wanted;
    wanted.finds_states = true;
    const captured_notes unread;
    tie_states(m, wanted);
    CHECK(names_of(m, m.outputs) == names{"hn", "y", "cn"});
    CHECK(m.state_count == 1);
}

TEST_CASE("a wrong pair is refused by name") {
    recurrent r;
    CHECK(verdict_of_tying(r, with_states({{"z", "hn"}})).sentence ==
          "--state: the model has no input 'z'; it has 'h', 'x', 'c'");
    CHECK(verdict_of_tying(r, with_states({{"h", "z"}})).sentence ==
          "--state: the model has no output 'z'; it has 'hn', 'y', 'cn'");
    CHECK(verdict_of_tying(r, with_states({{"h", "hn"}, {"h", "cn"}})).sentence ==
          "--state: 'h' is tied twice");
    CHECK(verdict_of_tying(r, with_states({{"h", "hn"}, {"c", "hn"}})).sentence ==
          "--state: 'hn' is tied twice");
}

TEST_CASE("where no names make a pair, the pairs must be written") {
    recurrent r;
    onnx_model m = r.b.build();
    for (value& v : m.values)
        if (v.name == "hn" || v.name == "cn") v.name = "new";
    options wanted;
    wanted.finds_states = true;
    CHECK(verdict_of([&] { tie_states(m, wanted); }).sentence ==
          "--state auto: no input and output have names that make a pair, such as h and hn; write "
          "--state INPUT=OUTPUT");
}

TEST_CASE("an output of another shape, type or scale is no state") {
    recurrent r;
    onnx_model m = r.b.build();
    const auto change = [&](const auto& how) {
        onnx_model changed = m;
        for (value& v : changed.values)
            if (v.name == "hn") how(v);
        return verdict_of([&] { tie_states(changed, with_states({{"h", "hn"}})); }).sentence;
    };
    CHECK(change([](value& v) {
              v.dims = {4, 1};
          }) ==
          "--state 'h'='hn': the output is [4,1], the input [1,4]; both must have one shape, or "
          "name another pair");
    CHECK(change([](value& v) { v.type = tigris::dtype::i8; }) ==
          "--state 'h'='hn': the output has another type than the input");
    CHECK(change([](value& v) {
              v.quant = {{0.5f}, {0}};
          }) ==
          "--state 'h'='hn': the output has another scale or zero point than the input; --edges "
          "float keeps states as floats");
}
