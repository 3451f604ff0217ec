// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/emit.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/blob.hpp>
#include <onnx2hpp/emit/board.hpp>
#include <onnx2hpp/emit/c_interface.hpp>
#include <onnx2hpp/emit/constants.hpp>
#include <onnx2hpp/emit/constants_in_object.hpp>
#include <onnx2hpp/emit/edges.hpp>
#include <onnx2hpp/emit/file_head.hpp>
#include <onnx2hpp/emit/for_header.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/header_plan.hpp>
#include <onnx2hpp/emit/hints.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/emit/name_tables.hpp>
#include <onnx2hpp/emit/spell_target.hpp>
#include <onnx2hpp/emit/weight_facts.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/output_paths.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <tigris/support/header_format.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <set>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::string spell_weight_facts(const lowered_model& model) {
    const std::vector<weight_facts> facts = find_weight_facts(model);
    return fmt::format(
        "    // of constants: lowest and highest weight, largest sum of |weight| for one output\n"
        "    static constexpr tigris::sized_array<tigris::weight_facts, {}> "
        "weight_facts{{{{\n{}    }}}};\n",
        facts.size(), lines(facts, "        ", [&](std::size_t i) -> std::string {
            if (facts[i].largest_sum == 0) return "{}";
            return fmt::format("{{{}, {}, {}}}", facts[i].lowest, facts[i].highest,
                               facts[i].largest_sum);
        }));
}

/// How many of the last outputs are the last inputs of the next run.
std::string spell_states(const lowered_model& model) {
    if (model.state_count == 0) return {};
    std::string out =
        fmt::format("    static constexpr int state_count = {};\n", model.state_count);
    if (model.values_of_states > 1)
        out += fmt::format(
            "    // values of each state that have room in memory\n"
            "    static constexpr int values_of_states = {};\n",
            model.values_of_states);
    return out;
}

/// The member that says how far the window moves in each run.
std::string spell_stream(const lowered_model& model) {
    if (model.stream_frames == 0) return {};
    return fmt::format(
        "    static constexpr tigris::stream stream{{.frames = {}, .window = {}}};\n",
        model.stream_frames, model.stream_window);
}

/// The regions in which placement rules want tensors, if there are rules.
std::string spell_places(const lowered_model& model) {
    if (model.tensor_places.empty()) return {};
    std::vector<int> regions;
    for (const tensor_place& p : model.tensor_places) regions.push_back(p.region);
    return fmt::format(
        "    // of tensors: the memory in which a placement rule wants each, -1: any\n"
        "    static constexpr tigris::sized_array<int8_t, {}> tensor_places{{{{{}}}}};\n",
        regions.size(), numbers(regions));
}

std::string spell_interface(const lowered_model& model) {
    return fmt::format(
        "    static constexpr tigris::sized_array<int, {}> inputs{{{{{}}}}};\n"
        "    static constexpr tigris::sized_array<int, {}> outputs{{{{{}}}}};\n"
        "{}{}{}{}{}{}",
        model.inputs.size(), numbers(model.inputs), model.outputs.size(), numbers(model.outputs),
        spell_states(model), spell_stream(model), spell_labels(model),
        spell_names("tensor_names", model.tensor_names),
        spell_names("step_names", step_names(model)), spell_places(model));
}

std::string spell_steps(const lowered_model& model) {
    return "/// Steps by name; budgets' errors print them.\nenum class op : uint16_t {\n" +
           lines(step_names(model), "    ", [&](std::size_t i) { return model.nodes[i].name; }) +
           "};\n\n";
}

/// What a user has to know of inputs or outputs, as comments. `trimmed` ones come without the
/// model's last Transpose.
std::string describe_edges(const lowered_model& model, const char* role,
                           const std::vector<int>& edges, const std::set<std::string>& trimmed) {
    std::string out;
    for (const int edge : edges) {
        const tensor& t = model.tensors[std::size_t(edge)];
        const std::string& name = model.tensor_names[std::size_t(edge)];
        out +=
            fmt::format("/// {} \"{}\": {}{}{}\n", role, spell_comment(name), spell_type(t),
                        describe_labels(model, t),
                        trimmed.contains(name) ? ", not transposed as the ONNX model has it" : "");
    }
    return out;
}

/// The inputs or outputs that are states.
std::vector<int> states(const lowered_model& model, const std::vector<int>& edges) {
    return {edges.end() - std::ptrdiff_t(model.state_count), edges.end()};
}

/// Where constants are in a blob, what that has where, and the model's members about it.
struct blob_layout {
    blob_plan plan;
    std::string spelled;
};

blob_layout layout_of(const lowered_model& model, const lowered_model& stored,
                      const options& options, const std::vector<owned_hint>& hints) {
    if (options.weights != weight_form::blob) return {};
    const header_plan planned = plan_of_header(model, options, hints);
    blob_plan plan =
        plan_blob(stored, options, prepare_constants(stored, options.backend, planned));
    std::string spelled = spell_layout(stored, options, plan);
    return {std::move(plan), std::move(spelled)};
}

/// Graph and constants, and the rest about a blob, where constants are in one.
std::string spell_graph_and_constants(const lowered_model& stored, const options& options,
                                      const blob_layout& layout) {
    if (options.weights == weight_form::blob)
        return layout.spelled + spell_blob(layout.plan, layout.spelled);
    return spell_graph(stored) + spell_constants(stored, options);
}

std::string spell_model(const lowered_model& model, const options& options,
                        const lowered_model& stored, const std::vector<owned_hint>& hints,
                        const blob_layout& layout) {
    return fmt::format(
        "{}{}inline constexpr struct model_type : tigris::model_interface<model_type> {{\n"
        "    using op = ::{}::op;\n{}{}{}{}{}{}}} model{{}};\n",
        describe_edges(model, "Input", own_edges(model, model.inputs), {}),
        describe_edges(model, "Output", own_edges(model, model.outputs), options.trimmed_outputs) +
            describe_edges(model, "State", states(model, model.inputs), {}),
        model.name, spell_memories(model, options), spell_target(model, options),
        spell_interface(model), spell_graph_and_constants(stored, options, layout),
        spell_weight_facts(model), spell_hints(hints));
}

/// Says which steps run again, and why.
std::string note_second_passes(const lowered_model& model) {
    const std::vector<std::string> names = names_of_second_passes(model);
    if (names.empty()) return {};
    return fmt::format(
        "// {} steps run a second time, so that what they make need not be kept: {}\n"
        "// multiply-accumulates more in a run. Their names hold _again.\n",
        names.size(), macs_made_again(model, network_of(model)));
}

/// Says for which backend weights lie in another order than the canonical one.
std::string note_weight_order(const lowered_model& model, const options& options) {
    for (const tensor& t : model.tensors)
        if (t.order != weight_order::canonical)
            return fmt::format(
                "// Weights lie in the order of the backend {}; no other reads it.\n",
                spell(options.backend));
    return {};
}

// A file that is missing ends a compilation; its name says what to do (support/language.hpp).
constexpr const char* no_library =
    "tigris: add TiGrIS' folder include to the include path (-I), or link tigris::tigris";
constexpr const char* another_library =
    "tigris: header and library are of different versions; convert the model again with the "
    "library's onnx2hpp";

/// The library, or the one error of a program that does not find it, or finds another one.
std::string include_library() {
    return fmt::format(
        "#if !__has_include(<tigris/tigris.hpp>)\n#include \"{}\"\n#endif\n"
        "#include <tigris/tigris.hpp>\n"
        "#if TIGRIS_HEADER_FORMAT != {}\n#include \"{}\"\n#endif\n",
        no_library, TIGRIS_HEADER_FORMAT, another_library);
}

/// `stored` is the model with its constants as they are written.
std::string header(const lowered_model& model, const lowered_model& stored, const options& options,
                   const std::vector<owned_hint>& hints, const blob_layout& layout) {
    const bool object = options.weights == weight_form::object;
    const bool blob = options.weights == weight_form::blob;
    // clang warns of literals beyond 65 536 characters; both compilers know the GCC pragma.
    constexpr const char* quiet =
        "#pragma GCC diagnostic push\n"
        "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n";
    return fmt::format(
        "{}{}{}{}{}"
        "#pragma once\n{}\n{}"
        "namespace {} {{\n\n{}{}{}\n}}  // namespace {}\n{}",
        file_head(model.sha256), blob ? note_blob(layout.spelled, options) : "",
        note_board(options), note_second_passes(model), note_weight_order(model, options),
        include_library(), object ? declare_constants(stored, options) + '\n' : "", model.name,
        object || blob
            ? ""
            : quiet + define_constants(stored, options) + "#pragma GCC diagnostic pop\n\n",
        spell_steps(model), spell_model(model, options, stored, hints, layout), model.name,
        spell_arenas(model, options, hints));
}

/// Beyond this, clang takes more than 1 GB of memory for a header.
constexpr std::size_t comfortable_literals = 4u << 20;

std::size_t bytes_of_constants(const lowered_model& model) {
    std::size_t bytes = 0;
    for (const tensor_data& c : model.constants) bytes += c.bytes.size();
    return bytes;
}

void warn_of_long_literals(const lowered_model& stored, const options& options) {
    if (options.weights == weight_form::literal &&
        bytes_of_constants(stored) > comfortable_literals)
        note(
            "weights of more than 4 MB make compilers slow; --weights object keeps them out of the "
            "header");
}

/// Adds the files that hold constants beside the header: a blob, or an assembler file and its
/// bytes.
void add_files_of_constants(const lowered_model& stored, const options& options,
                            const blob_layout& layout, const std::vector<std::string>& paths,
                            std::vector<output_file>& files) {
    if (options.weights == weight_form::blob)
        files.push_back({paths[1], blob_bytes(stored, layout.plan, layout.spelled)});
    if (options.weights == weight_form::object) {
        const std::string binary = std::filesystem::path(paths[2]).filename().string();
        files.push_back({paths[1], assemble_constants(stored, options, binary)});
        files.push_back({paths[2], binary_constants(stored)});
    }
}

}  // namespace

std::vector<output_file> emit(const lowered_model& model, const options& options,
                              const std::vector<owned_hint>& hints) {
    const lowered_model stored = with_arranged_weights(model);
    const blob_layout layout = layout_of(model, stored, options, hints);
    if (!options.for_header.empty())
        return blob_for_header(stored, options, layout.plan, layout.spelled);
    warn_of_long_literals(stored, options);
    const std::vector<std::string> paths = emitted_paths(options);
    std::vector<output_file> files{{paths[0], header(model, stored, options, hints, layout)}};
    add_files_of_constants(stored, options, layout, paths, files);
    if (options.c) {
        const c_interface c = make_c_interface(model, options, hints);
        files.push_back({paths[files.size()], c.header});
        files.push_back({paths[files.size()], c.source});
    }
    return files;
}

}  // namespace onnx2hpp
