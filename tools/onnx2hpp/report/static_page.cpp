// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/static_page.hpp>

#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/report/curve_picture.hpp>
#include <onnx2hpp/report/graph.hpp>
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/report/memory_map.hpp>
#include <onnx2hpp/report/tables.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/show/units.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

constexpr std::string_view page_style =
    R"(:root { color-scheme: light dark; --page: #fff; --text: #1c1e21;
  --faint: #5a6068; --line: #d5d9de; --panel: #f6f7f9; --link: #1b5fb0; }
@media (prefers-color-scheme: dark) { :root { --page: #16181b; --text: #e6e8ea; --faint: #a3abb4;
  --line: #3a3f45; --panel: #1d2024; --link: #8ab8f2; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 74rem; padding: 1.5rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); } h1, h2, h3 { line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1.2rem; } h3 { margin-top: 1.8rem; }
.faint { color: var(--faint); } .facts, code { overflow-wrap: anywhere; }
pre { background: var(--panel); padding: .8rem 1rem; border-radius: .4rem; overflow-x: auto; font-size: 13px; }
figure { margin: 1rem 0; } figcaption { color: var(--faint); font-size: 13px; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: 13px; }
caption { text-align: left; color: var(--faint); padding: .3rem 0; white-space: nowrap; }
th, td { padding: .2rem .6rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media print { body { max-width: none; padding: 0; } figure, tr { break-inside: avoid; } .wide { overflow: visible; }
  table { font-size: 9px; } th, td { white-space: normal; } }
)";

constexpr std::string_view how_to_get_a_slider =
    "This page has no live slider of budgets: this onnx2hpp was built without a bundle. "
    "Run <code>scripts/web</code>, configure with "
    "<code>-DTIGRIS_REPORT_BUNDLE=build/web/report.bundle</code>, build <code>onnx2hpp</code> "
    "and make the page again.";

std::string figure(const picture& drawn, std::string_view caption) {
    return fmt::format("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", drawn.element(),
                       escape_markup(caption));
}

constexpr std::string_view map_caption =
    "Steps of the run from left to right, in segments; addresses upwards. Blue: results of steps. "
    "Green: inputs and outputs. Brown: working memory of kernels. Striped: rings, which hold some "
    "rows "
    "at a time. The dashed line is the budget.";

std::string maps_of(const analysis& a, const std::string& id) {
    std::string out;
    for (const int region : drawn_regions(a))
        out += figure(draw_memory_map(a, region, fmt::format("{}-map{}", id, region)), map_caption);
    return out.empty() ? "<p>The plan takes no memory beside yours.</p>\n" : out;
}

std::string pre(const std::string& text) {
    std::string out = "<pre tabindex=\"0\">";
    for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        out += escape_markup(std::string_view(text).substr(begin, end - begin)) + '\n';
    }
    return out + "</pre>\n";
}

std::string facts_of(const reported_model& model) {
    std::string words;
    for (const std::string& word : model.options) words += (words.empty() ? "" : " ") + word;
    return fmt::format(
        "<p class=\"facts faint\">File: {}. SHA-256: {}. Options: {}.</p>\n",
        escape_markup(model.file), escape_markup(model.shown().model.sha256),
        words.empty() ? "none" : fmt::format("<code>{}</code>", escape_markup(words)));
}

/// Who holds memory when most of it is needed.
std::string reason_of_peak(const analysis& a) {
    const peak_holders peak = find_peak_holders(a);
    if (peak.steps.empty()) return "<p>No step needs fast memory.</p>\n";
    const std::string& step = a.model.nodes[std::size_t(peak.step)].name;
    return fmt::format(
               "<p>The peak is {}, the fast memory that the plan takes. Most bytes are live at "
               "step {}: {}.</p>\n",
               spell_bytes(a.plan.fast_peak_bytes), escape_markup(step), spell_bytes(peak.bytes)) +
           as_html(table_of_holders(peak));
}

std::string remedies_of(const analysis& a) {
    if (a.alternatives.empty()) return {};
    std::string out =
        "<p>Other plans, which the planner has made, and their fast memory:</p>\n<ul>\n";
    for (const alternative& other : a.alternatives)
        out += fmt::format("<li>{}</li>\n", escape_markup(describe_alternative(a, other)));
    return out + "</ul>\n";
}

std::string live_bytes_of(const analysis& a, const std::string& id) {
    if (find_peak_holders(a).steps.empty()) return {};
    return "<h3>Live bytes</h3>\n" +
           figure(
               draw_timeline(a, id + "-live"),
               "Bytes of fast memory that hold something at each step. Red: the step with most.");
}

std::string budgets_of(const reported_model& model, const std::string& id) {
    const bool some_fit = std::any_of(model.curve.begin(), model.curve.end(),
                                      [](const swept_budget& b) { return b.plan.has_value(); });
    std::string out = "<h3>Budgets</h3>\n";
    if (some_fit)
        out += figure(draw_curve(model.curve, id + "-curve"),
                      "Budgets of fast memory from left to right. Upwards what the planner weighs: "
                      "recomputed work, moved bytes, and bytes that are read from flash again.");
    if (!model.curve.empty()) out += as_html(table_of_budgets(model.curve));
    for (std::size_t i = 1; i < model.plans.size(); ++i) {
        const analysis& a = model.plans[i];
        out += fmt::format("<h4>With {} bytes of fast memory</h4>\n", a.target.fast) +
               pre(to_summary(a, false)) + maps_of(a, fmt::format("{}-plan{}", id, i));
    }
    return out;
}

std::string section_of(const reported_model& model, std::size_t number) {
    const analysis& a = model.shown();
    const std::string id = fmt::format("model{}", number);
    std::string out = fmt::format("<section aria-labelledby=\"{}\">\n<h2 id=\"{}\">{}</h2>\n", id,
                                  id, escape_markup(a.model.name));
    out += facts_of(model);
    if (a.exceeded)
        out += fmt::format("<p><strong>{}</strong></p>\n", escape_markup(a.exceeded->sentence));
    out += "<h3>Summary</h3>\n" + pre(to_summary(a, false));
    out +=
        "<h3>Why this peak, and what would change it</h3>\n" + reason_of_peak(a) + remedies_of(a);
    out += "<h3>Map of memory</h3>\n" + maps_of(a, id) + live_bytes_of(a, id);
    out +=
        "<h3>Steps</h3>\n" +
        figure(
            draw_graph(a, id + "-graph"),
            "Steps in the order of the run. Gray bands are segments, arcs lead to later readers.") +
        as_html(table_of_steps(a)) + as_html(table_of_segments(a));
    out += budgets_of(model, id);
    out += "<h3>Memory</h3>\n" + as_html(table_of_memories(a)) + as_html(table_of_tensors(a)) +
           as_html(table_of_constants(a));
    return out + "</section>\n";
}

std::string contents_of(const std::vector<reported_model>& models) {
    std::string out = "<nav aria-label=\"Models\"><ul>\n";
    for (std::size_t i = 0; i < models.size(); ++i)
        out +=
            fmt::format("<li><a href=\"#model{}\">{}</a> <span class=\"faint\">{}</span></li>\n", i,
                        escape_markup(models[i].shown().model.name), escape_markup(models[i].file));
    return out + "</ul></nav>\n";
}

}  // namespace

std::string title_of(const std::vector<reported_model>& models) {
    std::string names;
    for (const reported_model& model : models)
        names += (names.empty() ? "" : ", ") + model.shown().model.name;
    return names + " - TiGrIS report";
}

std::string static_page(const std::vector<reported_model>& models) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n<title>{}</title>\n"
        "<style>\n{}{}</style>\n</head>\n<body>\n<header>\n<h1>TiGrIS report</h1>\n"
        "<p class=\"faint\">Made by onnx2hpp {}. {}</p>\n",
        escape_markup(title_of(models)), page_style, picture::style(), version,
        how_to_get_a_slider);
    if (models.size() > 1) out += contents_of(models);
    out += "</header>\n<main>\n";
    for (std::size_t i = 0; i < models.size(); ++i) out += section_of(models[i], i);
    return out + "</main>\n</body>\n</html>\n";
}

}  // namespace onnx2hpp
