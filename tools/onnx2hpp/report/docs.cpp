// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/docs.hpp>

#include <onnx2hpp/report/graph.hpp>
#include <onnx2hpp/report/markdown.hpp>
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/report/memory_map.hpp>
#include <onnx2hpp/report/snippets.hpp>
#include <onnx2hpp/report/tables.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace onnx2hpp {
namespace {

report_table table_of_kind(const std::vector<listed_tensor>& tensors, const std::string& kind) {
    report_table out{
        kind, {"<id", "<type", "<shape", "bytes", "<memory", "<read by", "<other ids"}, {}};
    for (const listed_tensor& t : tensors) {
        if (t.kind != kind) continue;
        out.rows.push_back(
            {t.id, t.type, fmt::format("{}", fmt::join(t.shape, "x")), std::to_string(t.bytes),
             t.destination.empty() ? t.memory : t.memory + ", copied to " + t.destination,
             fmt::format("{}", fmt::join(t.readers, ", ")),
             fmt::format("{}", fmt::join(t.other_ids, ", "))});
    }
    return out;
}

/// SCRATCH, PERSISTENT and CONSTANT, as placement rules name them.
std::string tables_by_kind(const std::vector<listed_tensor>& tensors) {
    std::string out;
    for (const char* kind : {"SCRATCH", "PERSISTENT", "CONSTANT"}) {
        const report_table table = table_of_kind(tensors, kind);
        if (!table.rows.empty()) out += fmt::format("### {}\n\n{}\n", kind, as_markdown(table));
    }
    return out;
}

std::string snippet_section(const char* title, const char* language, const std::string& snippet) {
    if (snippet.empty()) return {};
    return fmt::format("### {}\n\n```{}\n{}```\n\n", title, language, snippet);
}

std::string calls_of(const analysis& a) {
    const std::string sections =
        snippet_section("C++", "cpp", cpp_snippet(a)) + snippet_section("C", "c", c_snippet(a));
    return sections.empty()
               ? "The model needs more than buffers: see docs/how_to/constants.md of TiGrIS.\n\n"
               : sections;
}

/// The name with which a header is made, if the model of another page has that of the file.
std::string hint_of_name(const std::string& file_name, const std::string& name) {
    if (name == file_name) return {};
    return fmt::format("Convert this model with `--name {}`: another one is called {}.\n\n", name,
                       escape_markdown(file_name));
}

/// The page of a model; its name is that of the page, so that calls of several fit together.
std::string page_of(const reported_model& model, const std::string& stem) {
    analysis a = model.shown();
    const std::string file_name = std::exchange(a.model.name, stem);
    std::string options;
    for (const std::string& word : model.options) options += ' ' + word;
    std::string out =
        fmt::format("# {}\n\nMade from {} (SHA-256 {}) by onnx2hpp {} with the options:{}\n\n",
                    escape_markdown(a.model.name), escape_markdown(model.file), a.model.sha256,
                    version, options.empty() ? " none" : escape_markdown(options));
    out += "## Summary\n\n" + in_fences(to_summary(a, false)) + '\n';
    out += "## Run it\n\n" + hint_of_name(file_name, stem) + calls_of(a);
    out += fmt::format(
        "## Memory\n\n![Map of the memories]({0}_map.svg)\n\n{1}\n"
        "![Live bytes at each step]({0}_live.svg)\n\n",
        stem, as_markdown(table_of_memories(a)));
    out += fmt::format("## Steps\n\n![Steps and segments]({}_graph.svg)\n\n{}\n", stem,
                       as_markdown(table_of_steps(a)));
    return out + "## Tensors\n\n" + tables_by_kind(model.tensors);
}

/// Names of files, one for each model.
std::vector<std::string> stems_of(const std::vector<reported_model>& models) {
    std::vector<std::string> stems;
    for (const reported_model& model : models) {
        const std::string& name = model.shown().model.name;
        std::string stem = name;
        for (int k = 2; std::count(stems.begin(), stems.end(), stem) > 0; ++k)
            stem = fmt::format("{}_{}", name, k);
        stems.push_back(stem);
    }
    return stems;
}

}  // namespace

std::vector<output_file> offline_docs(const std::vector<reported_model>& models,
                                      const std::string& folder) {
    const std::vector<std::string> stems = stems_of(models);
    const auto in_folder = [&](const std::string& name) {
        return (std::filesystem::path(folder) / name).string();
    };
    std::vector<output_file> files;
    std::string index = "# Models\n\n| model | file |\n|---|---|\n";
    for (std::size_t i = 0; i < models.size(); ++i) {
        const analysis& a = models[i].shown();
        index += fmt::format("| [{}]({}.md) | {} |\n", escape_markdown(stems[i]), stems[i],
                             escape_markdown(models[i].file));
        files.push_back({in_folder(stems[i] + ".md"), page_of(models[i], stems[i])});
        files.push_back({in_folder(stems[i] + "_map.svg"), memory_maps_as_svg(a)});
        files.push_back({in_folder(stems[i] + "_live.svg"), draw_timeline(a, "live").file()});
        files.push_back({in_folder(stems[i] + "_graph.svg"), draw_graph(a, "graph").file()});
    }
    files.push_back({in_folder("README.md"), index});
    return files;
}

}  // namespace onnx2hpp
