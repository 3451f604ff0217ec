// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/snippets.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/emit/c_names.hpp>
#include <onnx2hpp/show/call.hpp>

#include <fmt/format.h>

#include <vector>

namespace onnx2hpp {
namespace {

using tigris::io;

/// An input or output of a call; `name` is that of C's member.
struct shown_edge {
    std::string name;
    const tigris::tensor* info = nullptr;
    io mode = io::caller;
    bool is_input = false;

    bool is_member() const { return mode == io::caller || mode == io::rows; }
    std::string buffer() const { return (is_input ? "input_" : "output_") + name; }
    std::string function() const { return (is_input ? "read_" : "take_") + name; }
    std::string element() const { return element_name(info->type); }
};

std::vector<shown_edge> edges_of(const analysis& a) {
    std::vector<shown_edge> edges;
    c_names names;
    const auto add = [&](const std::vector<int>& tensors, const tigris::io_modes& modes,
                         bool is_input) {
        const std::vector<int> own = own_edges(a.model, tensors);
        for (std::size_t i = 0; i < own.size(); ++i)
            edges.push_back({names.make(a.model.tensor_names[std::size_t(own[i])]),
                             &a.model.tensors[std::size_t(own[i])], modes[int(i)], is_input});
    };
    add(a.model.inputs, a.target.input, true);
    add(a.model.outputs, a.target.output, false);
    return edges;
}

/// What C's initializer of a member is.
std::string spell_member(const shown_edge& e) {
    return e.mode == io::rows ? fmt::format(".{0} = {{{1}, 0}}", e.name, e.function())
                              : fmt::format(".{} = {}", e.name, e.buffer());
}

/// What a C program has for an edge in its mode.
std::string declare(const shown_edge& e, const std::string& macro) {
    if (e.mode == io::rows)
        return fmt::format("void {}(void* user, {}{}* row, int count, int y);  /* yours */\n",
                           e.function(), e.is_input ? "" : "const ", e.element());
    return fmt::format("static {} {}[{}_{}_{}_COUNT];\n", e.element(), e.buffer(), macro,
                       e.is_input ? "INPUT" : "OUTPUT", macro_name(e.name));
}

/// A function that does what a model needs before its first run; nothing where that is nothing.
std::string define_start(const preparation& needs, const std::string& name) {
    if (!needs.may_lack()) return {};
    std::string out = fmt::format("\ntigris::status start({}) {{\n",
                                  needs.binds_blob ? "const void* blob, size_t blob_bytes" : "");
    const std::string init = fmt::format("tigris::init({}::model, ws)", name);
    if (!needs.binds_blob) return out + fmt::format("    return {};\n}}\n", init);
    const std::string bind = "ws.bind_weights(blob, blob_bytes)";
    if (!needs.has_init()) return out + fmt::format("    return {};\n}}\n", bind);
    return out + fmt::format(
                     "    const tigris::status bound = {};\n    return bound == "
                     "tigris::status::ok ? {} : bound;\n}}\n",
                     bind, init);
}

/// The function start() in C, which also makes the context.
std::string define_start_in_c(const preparation& needs, const std::string& prefix) {
    const std::string arguments = needs.binds_blob ? "const void* blob, size_t blob_bytes" : "void";
    std::string out = fmt::format(
        "\nint start({0}) {{\n    {1}_status status = {1}_init(&context);\n", arguments, prefix);
    if (needs.binds_blob)
        out += fmt::format(
            "    if (status == 0) status = {}_bind_weights(&context, blob, blob_bytes);\n", prefix);
    if (needs.binds_blob && needs.copies_constants)
        out += fmt::format("    if (status == 0) status = {}_hydrate(&context);\n", prefix);
    return out + "    return (int)status;\n}\n\n";
}

}  // namespace

std::string cpp_snippet(const analysis& a) {
    const preparation needs = preparation_of(a);
    if (!needs.is_known) return {};
    const cpp_call call = make_call(a, true);
    std::string out = fmt::format("#include \"{}.hpp\"\n\n{}\n", a.model.name, call.workspace);
    for (const std::string& line : call.declarations) out += line + '\n';
    for (const std::string& line : call.functions) out += line + '\n';
    out += define_start(needs, a.model.name);
    return out + fmt::format("\n{} infer() {{\n    {}{};\n}}\n",
                             needs.may_lack() ? "tigris::status" : "void",
                             needs.may_lack() ? "return " : "", call.run);
}

std::string c_snippet(const analysis& a) {
    const preparation needs = preparation_of(a);
    if (!needs.is_known) return {};
    const std::string prefix = c_prefix(a.model.name), macro = macro_name(a.model.name);
    std::string out =
        fmt::format("#include \"{}.h\"\n\nstatic {}_context context;\n", a.model.name, prefix);
    std::vector<std::string> members;
    for (const shown_edge& e : edges_of(a)) {
        if (!e.is_member()) continue;
        out += declare(e, macro);
        members.push_back(spell_member(e));
    }
    out += define_start_in_c(needs, prefix);
    if (members.empty())
        return out + fmt::format("int infer(void) {{ return (int){}_run(&context); }}\n", prefix);
    return out + fmt::format(
                     "int infer(void) {{\n    const {0}_io io = {{{1}}};\n"
                     "    return (int){0}_run(&context, &io);\n}}\n",
                     prefix, fmt::join(members, ", "));
}

}  // namespace onnx2hpp
