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
#include <onnx2hpp/emit/hints.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/emit/weight_facts.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/output_paths.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <tigris/support/header_format.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Items one a line, each followed by a comma.
template <class Items, class Spell>
std::string lines(const Items& items, const char* indent, Spell spell_item) {
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i) out += indent + spell_item(i) + ",\n";
    return out;
}

/// One mode for all, or a list of them.
std::string spell_modes(const std::vector<io>& modes) {
    std::string out;
    for (const io mode : modes)
        out += (out.empty() ? "" : ", ") + std::string(qualified_name(mode));
    return modes.size() == 1 ? out : '{' + out + '}';
}

/// Those that are not the default: the board's, and what second passes leave to be recomputed.
/// Memories give the cost of a slow byte.
std::string spell_costs(const lowered_model& model, const options& o) {
    const plan_costs costs = costs_left(model, network_of(model), o.costs), defaults{};
    std::string out;
    const auto add = [&out](const char* member, std::uint32_t value, std::uint32_t otherwise) {
        if (value == otherwise) return;
        out += fmt::format("{}.{} = {}", out.empty() ? "" : ", ", member, value);
    };
    add("mac", costs.mac, defaults.mac);
    add("flash_byte", costs.flash_byte, defaults.flash_byte);
    add("recompute_percent", costs.recompute_percent, defaults.recompute_percent);
    return out.empty() ? out : '{' + out + '}';
}

std::string spell_target(const lowered_model& model, const options& o) {
    std::string out;
    const auto add = [&out](const char* member, const auto& value) {
        out += fmt::format("{}.{} = {}", out.empty() ? "" : ", ", member, value);
    };
    if (o.fast) add("fast", *o.fast);
    if (o.slow) add("slow", *o.slow);
    if (o.flash) add("flash", *o.flash);
    if (o.backend != tigris::portable) add("backend", fmt::format("tigris::{}", spell(o.backend)));
    if (!o.input_modes.empty()) add("input", spell_modes(o.input_modes));
    if (!o.output_modes.empty()) add("output", spell_modes(o.output_modes));
    if (o.memories || o.c || o.alignment != smallest_alignment) add("alignment", o.alignment);
    if (o.workers > 1) add("workers", o.workers);
    if (const std::string costs = spell_costs(model, o); !costs.empty()) add("costs", costs);
    if (o.memories) add("memories", "&memories");
    return "    static constexpr tigris::target default_target{" + out + "};\n";
}

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

/// A table for debuggers and reports; in the program only if something reads it.
std::string spell_names(const char* table, const std::vector<std::string>& names) {
    return fmt::format(
        "    static constexpr tigris::sized_array<const char*, {}> {}{{{{\n{}    }}}};\n",
        names.size(), table,
        lines(names, "        ", [&](std::size_t i) { return quote(names[i]); }));
}

/// How the table of an output's strings is called: by the first output that has the same ones,
/// unless all have.
std::string label_table_of(const lowered_model& model, std::size_t output) {
    const auto first = std::find(model.texts.begin(), model.texts.end(), model.texts[output]);
    const bool is_only_one = std::all_of(
        model.texts.begin(), model.texts.end(),
        [&](const auto& texts) { return texts.empty() || texts == model.texts[output]; });
    return is_only_one ? "class_labels"
                       : fmt::format("class_labels_{}", first - model.texts.begin());
}

/// What the numbers of outputs stand for, each list once.
std::string spell_labels(const lowered_model& model) {
    std::string out;
    std::set<std::string> done;
    for (std::size_t i = 0; i < model.texts.size(); ++i) {
        const std::string table = label_table_of(model, i);
        if (!model.texts[i].empty() && done.insert(table).second)
            out += spell_names(table.c_str(), model.texts[i]);
    }
    return out;
}

/// How many of the last outputs are the last inputs of the next run.
std::string spell_states(const lowered_model& model) {
    if (model.state_count == 0) return {};
    std::string out =
        fmt::format("    static constexpr int state_count = {};\n", model.state_count);
    if (model.values_of_states > 1)
        out += fmt::format(
            "    // memory is left for so many values of each\n"
            "    static constexpr int values_of_states = {};\n",
            model.values_of_states);
    return out;
}

/// By how much the window moves in each run.
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

/// Of an output of labels, where they are.
std::string describe_labels(const lowered_model& model, const tensor& t) {
    if (t.kind != tensor_kind::output || model.texts[std::size_t(t.index)].empty()) return {};
    return ", numbers of " + label_table_of(model, std::size_t(t.index));
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

/// Those of the inputs or outputs that are states.
std::vector<int> states(const lowered_model& model, const std::vector<int>& edges) {
    return {edges.end() - std::ptrdiff_t(model.state_count), edges.end()};
}

/// Graph and constants. `layout` is both, and the rest about a blob, where constants are in one.
std::string spell_graph_and_constants(const lowered_model& stored, const options& options,
                                      const std::string& layout) {
    if (options.weights == weight_form::blob) return layout + spell_blob(stored, options, layout);
    return spell_graph(stored) + spell_constants(stored, options);
}

std::string spell_model(const lowered_model& model, const options& options,
                        const lowered_model& stored, const std::vector<owned_hint>& hints,
                        const std::string& layout) {
    return fmt::format(
        "{}{}inline constexpr struct model_type : tigris::model_interface<model_type> {{\n"
        "    using op = ::{}::op;\n{}{}{}{}{}{}}} model{{}};\n",
        describe_edges(model, "Input", own_edges(model, model.inputs), {}),
        describe_edges(model, "Output", own_edges(model, model.outputs), options.trimmed_outputs) +
            describe_edges(model, "State", states(model, model.inputs), {}),
        model.name, spell_memories(options), spell_target(model, options), spell_interface(model),
        spell_graph_and_constants(stored, options, layout), spell_weight_facts(model),
        spell_hints(hints));
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

/// `stored` is the model with its constants as they are written, `layout` what its blob has where.
std::string header(const lowered_model& model, const lowered_model& stored, const options& options,
                   const std::vector<owned_hint>& hints, const std::string& layout) {
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
        file_head(model.sha256), blob ? note_blob(layout, options) : "", note_board(options),
        note_second_passes(model), note_weight_order(model, options), include_library(),
        object ? declare_constants(stored, options) + '\n' : "", model.name,
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

}  // namespace

std::vector<output_file> emit(const lowered_model& model, const options& options,
                              const std::vector<owned_hint>& hints) {
    const lowered_model stored = with_arranged_weights(model);
    const bool blob = options.weights == weight_form::blob;
    const std::string layout = blob ? spell_layout(stored, options) : "";
    if (!options.for_header.empty()) return blob_for_header(stored, options, layout);
    if (options.weights == weight_form::literal &&
        bytes_of_constants(stored) > comfortable_literals)
        note(
            "weights of more than 4 MB make compilers slow; --weights object keeps them out of the "
            "header");
    const std::vector<std::string> paths = output_paths(options);
    std::vector<output_file> files{{paths[0], header(model, stored, options, hints, layout)}};
    if (blob) files.push_back({paths[1], blob_bytes(stored, options, layout)});
    if (options.weights == weight_form::object) {
        const std::string binary = std::filesystem::path(paths[2]).filename().string();
        files.push_back({paths[1], assemble_constants(stored, options, binary)});
        files.push_back({paths[2], binary_constants(stored)});
    }
    if (options.c) {
        const c_interface c = make_c_interface(model, options, hints);
        files.push_back({paths[files.size()], c.header});
        files.push_back({paths[files.size()], c.source});
    }
    return files;
}

}  // namespace onnx2hpp
