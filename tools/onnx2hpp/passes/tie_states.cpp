// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/tie_states.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

struct tied {
    value_id input;
    value_id output;
};

std::string list_names(const onnx_model& m, const std::vector<value_id>& edges) {
    std::string out;
    for (const value_id v : edges)
        out += (out.empty() ? "" : ", ") + in_quotes(value_at(m, v).name);
    return out;
}

value_id find(const onnx_model& m, const std::vector<value_id>& edges, const std::string& name) {
    for (const value_id v : edges)
        if (value_at(m, v).name == name) return v;
    return absent;
}

value_id require(const onnx_model& m, const std::vector<value_id>& edges, const std::string& name,
                 const char* role) {
    const value_id found = find(m, edges, name);
    if (found == absent)
        fail_bad_input(fmt::format("--state: the model has no {} {}; it has {}", role,
                                   in_quotes(name), list_names(m, edges)));
    return found;
}

bool have_equal_codes(const affine& a, const affine& b) {
    return a.scale == b.scale && a.zero_point == b.zero_point;
}

bool can_be_tied(const value& in, const value& out) {
    return in.type == out.type && in.dims == out.dims && have_equal_codes(in.quant, out.quant) &&
           in.is_text() == out.is_text();
}

void require_equal(const value& in, const value& out) {
    const std::string both =
        fmt::format("--state {}={}: ", in_quotes(in.name), in_quotes(out.name));
    if (in.type != out.type || in.is_text() != out.is_text())
        fail_bad_input(both + "the output has another type than the input");
    if (in.dims != out.dims)
        fail_bad_input(
            fmt::format("{}the output is [{}], the input [{}]; both must have one shape, or name "
                        "another pair",
                        both, fmt::join(out.dims, ","), fmt::join(in.dims, ",")));
    if (!have_equal_codes(in.quant, out.quant))
        fail_bad_input(both +
                       "the output has another scale or zero point than the input; --edges float "
                       "keeps states as floats");
}

/// Says what an input's name may be called as an output, as exporters do.
std::vector<std::string> names_of_next(const std::string& name) {
    std::vector<std::string> names{name + "_out", name + "N",    name + "n",     name + "_next",
                                   name + "_new", "new_" + name, "next_" + name, name + "_output"};
    const auto replaced = [&](std::string_view from, std::string_view to) {
        const std::size_t where = name.find(from);
        if (where == std::string::npos) return;
        std::string made = name;
        names.push_back(made.replace(where, from.size(), to));
    };
    replaced("_in", "_out");
    replaced("_input", "_output");
    replaced("prev_", "next_");
    replaced("past_key_values", "present");
    replaced("past", "present");
    replaced("old_", "new_");
    if (!name.empty() && name.back() == '0') names.push_back(name.substr(0, name.size() - 1) + "n");
    return names;
}

std::vector<tied> find_by_name(const onnx_model& m) {
    std::vector<tied> found;
    for (const value_id in : m.inputs)
        for (const std::string& name : names_of_next(value_at(m, in).name)) {
            const value_id out = find(m, m.outputs, name);
            const bool is_taken = std::any_of(found.begin(), found.end(),
                                              [&](const tied& t) { return t.output == out; });
            if (out == absent || is_taken || !can_be_tied(value_at(m, in), value_at(m, out)))
                continue;
            note(fmt::format("input {} is a state: it gets output {} of the run before",
                             in_quotes(value_at(m, in).name), in_quotes(name)));
            found.push_back({in, out});
            break;
        }
    if (found.empty())
        fail_bad_input(
            "--state auto: no input and output have names that make a pair, such as h and hn; "
            "write "
            "--state INPUT=OUTPUT");
    return found;
}

std::vector<tied> find_named(const onnx_model& m, const options& wanted) {
    std::vector<tied> found;
    for (const auto& [input, output] : wanted.states) {
        const tied t{require(m, m.inputs, input, "input"), require(m, m.outputs, output, "output")};
        for (const tied& other : found)
            if (other.input == t.input || other.output == t.output)
                fail_bad_input(fmt::format("--state: {} is tied twice",
                                           in_quotes(other.input == t.input ? input : output)));
        require_equal(value_at(m, t.input), value_at(m, t.output));
        found.push_back(t);
    }
    return found;
}

/// The edges that are tied come last, in the order of `states`.
void move_behind(std::vector<value_id>& edges, const std::vector<tied>& states,
                 value_id tied::*which) {
    for (const tied& t : states) {
        const auto place = std::find(edges.begin(), edges.end(), t.*which);
        std::rotate(place, place + 1, edges.end());
    }
}

}  // namespace

void tie_states(onnx_model& m, const options& wanted) {
    if (wanted.states.empty() && !wanted.finds_states) return;
    const std::vector<tied> states = wanted.finds_states ? find_by_name(m) : find_named(m, wanted);
    move_behind(m.inputs, states, &tied::input);
    move_behind(m.outputs, states, &tied::output);
    m.state_count = states.size();
}

}  // namespace onnx2hpp
