// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_interface.hpp>

#include <onnx2hpp/emit/c_functions.hpp>
#include <onnx2hpp/emit/c_names.hpp>
#include <onnx2hpp/emit/edges.hpp>
#include <onnx2hpp/emit/file_head.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>

#include <tigris/execution/memory/status.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// An integer as a macro's value.
std::string in_parentheses(int value) {
    return value < 0 ? fmt::format("({})", value) : std::to_string(value);
}

std::string edge_macros(const c_model& m, const c_edge& e) {
    const std::string prefix = macro_prefix(m, e);
    const shape& dims = e.info.dims;
    std::string out = fmt::format("\n// {} \"{}\": {}\n", e.is_input() ? "Input" : "Output",
                                  spell_comment(e.onnx_name), spell_type(e.info));
    const auto add = [&](const char* what, const auto& value) {
        out += fmt::format("#define {}_{} {}\n", prefix, what, value);
    };
    add("TYPE", e.element());
    add("RANK", int(dims.rank));
    if (dims.rank > 0) add("SHAPE", '{' + spell_dims(dims) + '}');
    add("COUNT", element_count(dims));
    if (!is_quantized(e.info)) return out;
    add("SCALE", spell(e.info.quant.scale));
    add("ZERO_POINT", in_parentheses(e.info.quant.zero_point));
    return out;
}

std::string status_type(const c_model& m) {
    std::string out;
    for (const named_status& s : statuses)
        out += fmt::format("    {}_STATUS_{} = {},\n", m.macro, macro_name(s.name), int(s.value));
    out.erase(out.size() - 2, 1);
    return fmt::format("\ntypedef enum {0}_status {{\n{1}}} {0}_status;\n", m.prefix, out);
}

/// Regions and the sizes of their arenas.
std::string regions(const c_model& m) {
    std::string numbers, sizes;
    for (std::size_t r = 0; r < m.region_names.size(); ++r) {
        const std::string& name = m.region_names[r];
        numbers += fmt::format("{}    {}_REGION_{} = {}", r == 0 ? "" : ",\n", m.macro, name,
                               m.context.regions[r].number);
        sizes += fmt::format("#define {}_ARENA_{}_BYTES {}\n", m.macro, name,
                             m.context.regions[r].bytes);
    }
    return fmt::format(
        "\n// Memories, and the bytes of the arena in each: {2}\n"
        "typedef enum {0}_region {{\n{3}\n}} {0}_region;\n{4}#define {1}_ARENA_ALIGNMENT {5}\n",
        m.prefix, m.macro,
        m.binds ? "bind those that have any." : "those without a section are in the context.",
        numbers, sizes, m.context.alignment);
}

/// The size of the context: a number, and with bound arenas a pointer for each.
std::string context_bytes(const c_model& m) {
    if (m.context.pointer_count == 0) return std::to_string(m.context.bytes);
    const std::string pointers = fmt::format("{} * sizeof(void*)", m.context.pointer_count);
    const std::string padded = fmt::format("({0} + {1}) / {2} * {2}", pointers,
                                           m.context.alignment - 1, m.context.alignment);
    return m.context.bytes == 0 ? '(' + padded + ')'
                                : fmt::format("({} + {})", padded, m.context.bytes);
}

std::string context_type(const c_model& m) {
    return fmt::format(
        "\n// What a model keeps between calls{2}: put it where you like.\n"
        "#define {1}_CONTEXT_BYTES {3}\n"
        "#define {1}_CONTEXT_ALIGNMENT {4}\n\n"
        "// Before the declaration of an array: as a context and an arena must be aligned.\n"
        "#if defined(__cplusplus)\n"
        "#define {1}_ALIGNED alignas({1}_CONTEXT_ALIGNMENT)\n"
        "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n"
        "#define {1}_ALIGNED _Alignas({1}_CONTEXT_ALIGNMENT)\n"
        "#else\n"
        "#define {1}_ALIGNED __attribute__((aligned({1}_CONTEXT_ALIGNMENT)))\n"
        "#endif\n\n"
        "typedef struct {0}_context {{\n"
        "    {1}_ALIGNED unsigned char bytes[{1}_CONTEXT_BYTES];\n"
        "}} {0}_context;\n",
        m.prefix, m.macro, m.binds ? ", and where its arenas are" : ", and its arenas",
        context_bytes(m), m.context.alignment);
}

/// How the window of the input moves.
std::string stream_macros(const c_model& m) {
    if (!m.moves) return {};
    return fmt::format(
        "\n// New rows of each run, and from which run after a reset on outputs are valid.\n"
        "#define {0}_STREAM_FRAMES {1}\n#define {0}_STREAM_RUNS_TO_FILL {2}\n",
        m.macro, m.stream.frames, m.stream.runs_to_fill());
}

const char* constness(const c_edge& e) { return e.is_input() ? "const " : ""; }

/// The type of a row source or sink.
std::string rows_type(const c_model& m, const c_edge& e) {
    return fmt::format("{}_{}_{}", m.prefix, e.name, e.is_input() ? "source" : "sink");
}

std::string define_rows_types(const c_model& m) {
    std::string out;
    for (const c_edge& e : m.edges) {
        if (e.mode != io::rows) continue;
        out += fmt::format(
            "\n// {0}, `count` elements; called for row 0, 1, ... of a run.\n"
            "typedef struct {3} {{\n"
            "    void (*function)(void* user, {1}{2}* row, int count, int y);\n"
            "    void* user;\n"
            "}} {3};\n",
            e.is_input() ? "Writes row y of the input to `row`" : "Gets row y of the output",
            e.is_input() ? "" : "const ", e.element(), rows_type(m, e));
    }
    return out;
}

/// What a run is given: a pointer to all elements, or a row source or sink.
std::string io_type(const c_model& m) {
    if (!m.passes()) return {};
    std::string members;
    for (const c_edge& e : m.edges) {
        if (e.mode == io::rows)
            members += fmt::format("    {} {};\n", rows_type(m, e), e.name);
        else if (e.is_passed())
            members += fmt::format("    {}{}* {};  // {}_COUNT elements\n", constness(e),
                                   e.element(), e.name, macro_prefix(m, e));
    }
    return fmt::format("{1}\ntypedef struct {0}_io {{\n{2}}} {0}_io;\n", m.prefix,
                       define_rows_types(m), members);
}

std::string edges_part(const c_model& m) {
    std::string out;
    for (const c_edge& e : m.edges) out += edge_macros(m, e);
    return out;
}

bool has_bool(const c_model& m) {
    for (const c_edge& e : m.edges)
        if (e.info.type == dtype::boolean) return true;
    return false;
}

std::string header(const c_model& m) {
    return fmt::format(
        "{0}// The model {1} for C99; {2}.cpp defines the functions.\n"
        "#ifndef TIGRIS_C_HEADER_{1}\n#define TIGRIS_C_HEADER_{1}\n\n"
        "{3}#include <stddef.h>\n#include <stdint.h>\n{4}{5}{6}{7}"
        "\n#ifdef __cplusplus\nextern \"C\" {{\n#endif\n"
        "{8}{9}"
        "\n#ifdef __cplusplus\n}}  // extern \"C\"\n\n"
        "// For TIGRIS_EXPORT_C: what it defines.\n{10}#endif\n\n#endif\n",
        file_head(m.sha256), m.prefix, m.stem, has_bool(m) ? "#include <stdbool.h>\n" : "",
        edges_part(m), status_type(m), regions(m), stream_macros(m) + context_type(m), io_type(m),
        declare_functions(m), list_functions(m));
}

/// Assertions that the C header and the C++ header come from one conversion.
std::string assertions(const c_model& m) {
    std::string out;
    for (std::size_t r = 0; r < m.region_names.size(); ++r)
        out += fmt::format(
            "static_assert({0}_ARENA_{1}_BYTES == tigris::arena_bytes<{2}::model, "
            "{2}::model.default_target, {3}>);\n"
            "static_assert({0}_ARENA_ALIGNMENT % tigris::arena_alignment<{2}::model, "
            "{2}::model.default_target, {3}> == 0);\n",
            m.macro, m.region_names[r], m.name, m.context.regions[r].number);
    return out;
}

std::string source(const c_model& m) {
    return fmt::format(
        "{0}#include \"{1}.h\"\n#include \"{1}.hpp\"\n#include <tigris/c_interface.hpp>\n\n{4}\n"
        "TIGRIS_EXPORT_C({2}::model, {2}::model.default_target, {3});\n",
        file_head(m.sha256), m.stem, m.name, m.prefix, assertions(m));
}

}  // namespace

c_interface make_c_interface(const lowered_model& model, const options& options,
                             const std::vector<owned_hint>& hints) {
    const c_model m = describe_for_c(model, options, hints);
    return {header(m), source(m)};
}

}  // namespace onnx2hpp
