// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/emit/c_interface.hpp>

#include <onnx2hpp/emit/c_context.hpp>
#include <onnx2hpp/emit/c_names.hpp>
#include <onnx2hpp/emit/edges.hpp>
#include <onnx2hpp/emit/file_head.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <tigris/execution/status.hpp>

#include <tigris/model/state.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// An input or output: `name` in C, that in ONNX, its number among inputs or outputs.
struct c_edge {
    std::string name;
    std::string onnx_name;
    tensor info;
    io mode = io::caller;
    std::size_t index = 0;

    bool is_input() const { return info.kind == tensor_kind::input; }
    const char* role() const { return is_input() ? "input" : "output"; }
    bool is_passed() const { return mode == io::caller || mode == io::rows; }
    std::string element() const { return element_name(info.type); }
};

/// What both files are written from. `edges`: inputs before outputs.
struct c_model {
    std::string prefix;
    std::string macro;
    std::string stem;
    std::string name;
    std::string sha256;
    std::vector<c_edge> edges;
    c_context context;
    std::vector<std::string> region_names;
    bool binds = false;
    bool has_state = false;
    bool has_blob = false;
    tigris::stream stream{};
    bool moves = false;

    bool passes() const {
        for (const c_edge& e : edges)
            if (e.is_passed()) return true;
        return false;
    }
};

void add_edges(const lowered_model& model, const std::vector<int>& tensors, const io_modes& modes,
               c_names& names, std::vector<c_edge>& out) {
    const std::vector<int> own = own_edges(model, tensors);
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string& onnx_name = model.tensor_names[std::size_t(own[i])];
        out.push_back({names.make(onnx_name), onnx_name, model.tensors[std::size_t(own[i])],
                       modes[int(i)], i});
    }
}

c_model describe(const lowered_model& model, const options& o,
                 const std::vector<owned_hint>& hints) {
    const target wanted = target_of(model, o);
    c_model out;
    out.prefix = c_prefix(model.name);
    out.macro = macro_name(model.name);
    out.stem = std::filesystem::path(o.output).stem().string();
    out.name = model.name;
    out.sha256 = model.sha256;
    c_names names, regions;
    add_edges(model, model.inputs, wanted.input, names, out.edges);
    add_edges(model, model.outputs, wanted.output, names, out.edges);
    out.context = make_c_context(model, o, hints);
    for (const c_region& r : out.context.regions)
        out.region_names.push_back(macro_name(regions.make(r.name)));
    out.binds = o.external_arenas;
    out.has_state = model.state_count > 0;
    out.has_blob = o.weights == weight_form::blob;
    out.moves = model.stream_frames > 0;
    if (out.moves) out.stream = {model.stream_frames, model.stream_window};
    return out;
}

std::string macro_prefix(const c_model& m, const c_edge& e) {
    return fmt::format("{}_{}_{}", m.macro, macro_name(e.role()), macro_name(e.name));
}

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

/// `function(context)`, or with more parameters.
std::string returning_status(const c_model& m, const char* comment, const char* function,
                             const std::string& more = {}) {
    return fmt::format("\n{2}{0}_status {0}_{1}({0}_context* context{3});\n", m.prefix, function,
                       comment, more);
}

/// Functions for constants that are copied before a run.
std::string declare_hydration(const c_model& m) {
    if (m.context.staged_count == 0) return {};
    return fmt::format(
               "\n// Block number 0, 1, ... of constants that a run reads at `to`.\n"
               "#define {1}_STAGED_COUNT {2}\n"
               "typedef struct {0}_staged {{\n    int region;\n    void* to;\n"
               "    const void* from;\n    size_t bytes;\n}} {0}_staged;\n\n"
               "// Whether there is a block of this number in a context.\n"
               "int {0}_find_staged({0}_context* context, int number, {0}_staged* found);\n\n"
               "// Copies all blocks and marks that. A function of this name in the firmware "
               "takes\n"
               "// its place; that one, or what it starts, calls {0}_mark_hydrated.\n"
               "void {0}_hydrate_constants({0}_context* context);\n",
               m.prefix, m.macro, m.context.staged_count) +
           returning_status(m, "// Calls that function, where all arenas are bound.\n", "hydrate") +
           returning_status(m, "// Says that constants are there.\n", "mark_hydrated") +
           returning_status(m, "// Says that constants are no longer there.\n", "clear_hydrated");
}

std::string declare_memory_functions(const c_model& m) {
    std::string out;
    if (m.binds)
        out += returning_status(
            m, "// Says where the arena of a region is. It must outlive all runs.\n", "bind",
            ", int region, void* begin, size_t bytes");
    if (m.has_blob)
        out += returning_status(m,
                                "// Says where the blob with the weights is, at a multiple of 16, "
                                "and reads all of it.\n"
                                "// It must outlive all runs. None is bound where the status is "
                                "not ok.\n",
                                "bind_weights", ", const void* begin, size_t bytes");
    out += declare_hydration(m);
    if (m.has_state)
        out += returning_status(m, "// Forgets all runs: a new stream begins.\n", "reset");
    return out;
}

std::string declare_pointers(const c_model& m) {
    std::string out;
    for (const c_edge& e : m.edges)
        if (!e.is_passed())
            out += fmt::format(
                "\n// Where {0} \"{1}\" is: {2}_COUNT elements, {3}.\n"
                "{4}{5}* {6}_{0}_{7}({6}_context* context);\n",
                e.role(), spell_comment(e.onnx_name), macro_prefix(m, e),
                e.is_input() ? "to be written before each run" : "there until the next run",
                e.is_input() ? "" : "const ", e.element(), m.prefix, e.name);
    return out;
}

std::string declare_functions(const c_model& m) {
    return "\n// Where a status is not ok, nothing was touched.\n" +
           returning_status(
               m, m.binds ? "// Makes a context, with no arena bound.\n" : "// Makes a context.\n",
               "init") +
           declare_memory_functions(m) + declare_pointers(m) +
           returning_status(m, "// Runs the model once.\n", "run",
                            m.passes() ? fmt::format(", const {}_io* io", m.prefix) : "") +
           fmt::format("\nconst char* {}_status_name(int status);\n", m.prefix);
}

/// What TIGRIS_EXPORT_C is told: the functions, and what it must know of them.
std::string list_functions(const c_model& m) {
    std::string out, members;
    const auto add = [&](const std::string& what) {
        out += fmt::format(" \\\n    define({}, {})", m.prefix, what);
    };
    for (const c_edge& e : m.edges)
        if (e.is_passed()) members += ", " + e.name;
    if (m.context.staged_count > 0) add("hydrate");
    add("init");
    if (m.binds) add("bind");
    if (m.has_blob) add("bind_weights");
    if (m.has_state) add("reset");
    for (const c_edge& e : m.edges)
        if (!e.is_passed()) add(fmt::format("{}, {}, {}", e.role(), e.index, e.name));
    add(m.passes() ? "run" + members : "run_in_workspace");
    add("status_name");
    return fmt::format("#define TIGRIS_C_FUNCTIONS_{}(define){}\n", m.prefix, out);
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

/// Both headers come from one conversion.
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
    const c_model m = describe(model, options, hints);
    return {header(m), source(m)};
}

}  // namespace onnx2hpp
