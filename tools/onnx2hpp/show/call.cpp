// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/call.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/show/matter.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::io;

constexpr std::string_view title = "call     ";

/// An input or output of a call; `name` tells it apart from the others of its side.
struct call_edge {
    std::string name;
    const tigris::tensor* info;
    io mode;
    bool is_input;
    int number;

    std::string element() const { return element_name(info->type); }
};

/// "[96][96][3]": the extents in memory, without those of one element.
std::string spell_declarator(const tigris::tensor& t) {
    const tigris::shape dims = tigris::without_ones(t.dims);
    if (dims.rank == 0) return "[1]";
    std::string out;
    for (int axis = 0; axis < dims.rank; ++axis) out += fmt::format("[{}]", dims[axis]);
    return out;
}

/// The edges of one side, without states; "input", or "input_0", "input_1", ...
std::vector<call_edge> edges_of(const analysis& a, bool are_inputs) {
    const std::vector<int> own = own_edges(a.model, are_inputs ? a.model.inputs : a.model.outputs);
    const tigris::io_modes& modes = are_inputs ? a.target.input : a.target.output;
    const char* what = are_inputs ? "input" : "output";
    std::vector<call_edge> edges;
    for (std::size_t i = 0; i < own.size(); ++i)
        edges.push_back({own.size() == 1 ? what : fmt::format("{}_{}", what, i),
                         &a.model.tensors[std::size_t(own[i])], modes[int(i)], are_inputs, int(i)});
    return edges;
}

/// An argument of run(), with a word where the extents of a buffer do not tell the order of its
/// elements.
std::string spell_argument(const call_edge& e) {
    if (e.mode == io::rows)
        return fmt::format("tigris::{}_{}", e.is_input ? "rows_from(read" : "rows_to(take",
                           e.name) +
               ')';
    if (e.mode != io::caller) return "tigris::in_workspace";
    return tigris::extents_tell_order(*e.info) ? e.name
                                               : fmt::format("tigris::in_memory_order({})", e.name);
}

std::string spell_arguments(const std::vector<call_edge>& edges, const char* list) {
    std::vector<std::string> arguments;
    for (const call_edge& e : edges) arguments.push_back(spell_argument(e));
    if (arguments.size() == 1) return arguments[0];
    return fmt::format("tigris::{}({})", list, fmt::join(arguments, ", "));
}

/// What firmware has for an edge in its mode.
void declare(const call_edge& e, cpp_call& call) {
    const std::string element = e.element();
    if (e.mode == io::rows)
        call.functions.push_back(
            e.is_input
                ? fmt::format("void read_{}({}* row, int count, int y);  // yours: writes row y",
                              e.name, element)
                : fmt::format(
                      "void take_{}(const {}* row, int count, int y);  // yours: gets row y",
                      e.name, element));
    else if (e.mode == io::caller)
        call.declarations.push_back(
            fmt::format("static {} {}{};", element, e.name, spell_declarator(*e.info)));
    else
        call.declarations.push_back(fmt::format("{0}{1}* const {2} = ws.{3}<{4}>();",
                                                e.is_input ? "" : "const ", element, e.name,
                                                e.is_input ? "input" : "output", e.number));
}

bool is_addressable(const analysis& a, const constant_place& place) {
    return place.memory < 0 || !a.board ||
           a.board->described.memories[std::size_t(place.memory)].is_addressable;
}

bool is_in_workspace(const call_edge& e) { return e.mode == io::arena || e.mode == io::slow; }

/// Lines of a summary with as many of the declarations in each as it has room for.
void add_filled(std::vector<std::string>& lines, const std::vector<std::string>& declarations) {
    const std::size_t first = lines.size();
    for (const std::string& d : declarations)
        if (lines.size() == first ||
            title.size() + lines.back().size() + 1 + d.size() > summary_columns)
            lines.push_back(d);
        else
            lines.back() += ' ' + d;
}

/// A statement in lines that fit, broken behind commas and continued with an indent.
text_lines broken_statement(std::string code) {
    const std::size_t columns = summary_columns - title.size();
    text_lines lines;
    while (code.size() > columns) {
        const std::size_t comma = code.rfind(", ", columns - 1);
        if (comma == std::string::npos) break;
        lines.push_back(code.substr(0, comma + 1));
        code = "    " + code.substr(comma + 2);
    }
    lines.push_back(std::move(code));
    return lines;
}

}  // namespace

preparation preparation_of(const analysis& a) {
    preparation out{.binds_blob = a.model.weights_vary,
                    .checks_constants = !a.model.packed.empty()};
    for (const constant_place& place : a.model.constant_places) {
        if (place.destination < 0) continue;
        out.copies_constants = true;
        out.is_known = out.is_known && is_addressable(a, place);
    }
    return out;
}

cpp_call make_call(const analysis& a, bool always_names_workspace) {
    const std::vector<call_edge> inputs = edges_of(a, true), outputs = edges_of(a, false);
    std::vector<call_edge> edges = inputs;
    edges.insert(edges.end(), outputs.begin(), outputs.end());
    const bool names_workspace = always_names_workspace || preparation_of(a).may_lack() ||
                                 a.model.state_count > 0 ||
                                 std::any_of(edges.begin(), edges.end(), is_in_workspace);
    cpp_call call;
    if (names_workspace)
        call.workspace = fmt::format("static tigris::workspace<{}::model> ws;", a.model.name);
    for (const call_edge& e : edges) declare(e, call);
    call.run =
        fmt::format("tigris::run({}::model, {}{}, {})", a.model.name, names_workspace ? "ws, " : "",
                    spell_arguments(inputs, "inputs"), spell_arguments(outputs, "outputs"));
    return call;
}

std::string spell_call(const analysis& a) {
    const preparation needs = preparation_of(a);
    if (!needs.is_known) return fmt::format("{}docs/how_to/constants.md\n", title);
    const cpp_call call = make_call(a, false);
    std::vector<std::string> lines;
    if (!call.workspace.empty()) lines.push_back(call.workspace);
    add_filled(lines, call.declarations);
    lines.insert(lines.end(), call.functions.begin(), call.functions.end());
    if (needs.binds_blob)
        lines.emplace_back(
            "const tigris::status bound = ws.bind_weights(blob, blob_bytes);  // yours: the blob");
    if (needs.has_init())
        lines.push_back(fmt::format(
            "const tigris::status ready = tigris::init({}::model, ws);  // once", a.model.name));
    for (std::string& line : broken_statement(
             (needs.may_lack() ? "const tigris::status done = " : "") + call.run + ';'))
        lines.push_back(std::move(line));
    std::string out;
    for (const std::string& line : lines)
        out += fmt::format("{:{}}{}\n", out.empty() ? title : "", title.size(), line);
    return out;
}

}  // namespace onnx2hpp
