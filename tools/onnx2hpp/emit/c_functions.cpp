// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_functions.hpp>

#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

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

}  // namespace

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

}  // namespace onnx2hpp
