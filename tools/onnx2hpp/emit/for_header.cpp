// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/for_header.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/blob.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::weight_order;

/// What belongs together in a layout: a row, or a tensor below the comment that names it. Only
/// these have a label; what begins or ends a table has none.
struct entry {
    std::string label;
    std::string text;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

bool is_numbered(std::string_view said) {
    return !said.empty() && said[0] >= '0' && said[0] <= '9';
}

/// Whether a line only ends a table.
bool is_end(std::string_view code) { return code.find_first_not_of("}; ,") == code.npos; }

std::string_view next_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
}

/// A comment at the end of a line ends an entry, one alone begins it.
std::vector<entry> entries_of(std::string_view layout) {
    std::vector<entry> found(1);
    while (!layout.empty()) {
        const std::string_view line = next_line(layout);
        const std::size_t comment = std::min(line.find("//"), line.size());
        const std::string_view code = trimmed(line.substr(0, comment));
        const std::string_view said = trimmed(line.substr(std::min(comment + 2, line.size())));
        if (comment < line.size() && code.empty())
            found.push_back({is_numbered(said) ? "tensor " + std::string(said) : "", ""});
        if (!is_end(code)) (found.back().text += found.back().text.empty() ? "" : " ") += code;
        if (comment == line.size() || code.empty()) continue;
        found.back().label = "step " + std::string(said);
        found.emplace_back();
    }
    return found;
}

/// Some rows of steps have only their number as a comment.
std::string name_of(const entry& e, const std::vector<std::string>& step_names) {
    constexpr std::string_view begin = "step ";
    if (e.label.empty()) return "no more";
    if (!e.label.starts_with(begin) || e.label.find(':') != e.label.npos) return e.label;
    const std::size_t step = std::strtoul(e.label.c_str() + begin.size(), nullptr, 10);
    return step < step_names.size() ? fmt::format("{}: {}", e.label, step_names[step]) : e.label;
}

/// The members that differ first, where entries have the same number of them.
std::pair<std::string, std::string> parts_that_differ(std::string_view before,
                                                      std::string_view now) {
    constexpr std::string_view between = ", .";
    constexpr std::size_t longest = 200;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < std::min(before.size(), now.size()) && before[i] == now[i]; ++i)
        if (before.substr(i, between.size()) == between) begin = i + 2;
    const auto part = [&](std::string_view text) {
        const std::string_view rest = text.substr(std::min(begin, text.size()));
        const std::string_view whole = rest.substr(0, std::min(rest.find(between), longest));
        return std::string(whole.substr(0, whole.find_last_not_of(", ") + 1));
    };
    return {part(before), part(now)};
}

std::string describe_difference(const entry& before, const entry& now,
                                const std::vector<std::string>& step_names) {
    if (before.label != now.label)
        return fmt::format("the header has {}, the model {}", name_of(before, step_names),
                           name_of(now, step_names));
    const auto [old_part, new_part] = parts_that_differ(before.text, now.text);
    return fmt::format("{}: the header has {}, the model {}",
                       now.label.empty() ? "the graph" : name_of(now, step_names), old_part,
                       new_part);
}

/// The text between the begin of one line and that of another.
std::string_view between(std::string_view text, std::string_view first, std::string_view behind) {
    const std::size_t begin = text.find(first);
    const std::size_t end = begin == text.npos ? text.npos : text.find(behind, begin);
    return end == text.npos ? std::string_view{} : text.substr(begin, end - begin);
}

std::string_view layout_in(std::string_view header) {
    return between(header, "    static constexpr tigris::graph<",
                   "    // hash of graph and layout, and bytes of the blob\n");
}

void require_layout(const lowered_model& stored, const options& o, const std::string& layout) {
    const std::string header = read_file("header", o.for_header);
    const std::string_view before = layout_in(header);
    const std::string stated = note_blob(std::string(before), o);
    if (header.find(stated.substr(0, stated.find('\n') + 1)) == header.npos)
        fail_bad_input(fmt::format(
            "--for {}: the header does not state the hash of its own graph, because it was changed "
            "or comes from another version of onnx2hpp; convert its model again",
            in_quotes(o.for_header)));
    const std::string difference = first_difference(before, layout, step_names(stored));
    if (!difference.empty())
        fail_bad_input(
            fmt::format("{} does not run under {}: {}; convert it to a header of its own",
                        in_quotes(o.input), in_quotes(o.for_header), difference));
}

constexpr std::string_view order_member = ".order = tigris::weight_order::";

weight_order order_in(std::string_view text) {
    const std::size_t begin = text.find(order_member);
    if (begin == text.npos) return weight_order::canonical;
    const std::string_view rest = text.substr(begin + order_member.size());
    return weight_order_called(rest.substr(0, rest.find_first_of(",} ")));
}

}  // namespace

std::vector<weight_order> orders_in_header(const options& o) {
    const std::string header = read_file("header", o.for_header);
    std::vector<weight_order> orders;
    for (const entry& e : entries_of(layout_in(header)))
        if (e.label.starts_with("tensor ")) orders.push_back(order_in(e.text));
    return orders;
}

std::string first_difference(std::string_view before, std::string_view now,
                             const std::vector<std::string>& step_names) {
    if (before == now) return {};
    const std::vector<entry> was = entries_of(before), is = entries_of(now);
    for (std::size_t i = 1; i < std::min(was.size(), is.size()); ++i)
        if (was[i].label != is[i].label || was[i].text != is[i].text)
            return describe_difference(was[i], is[i], step_names);
    return describe_difference(was[0], is[0], step_names);
}

std::vector<output_file> blob_for_header(const lowered_model& stored, const options& o,
                                         const blob_plan& plan, const std::string& layout) {
    require_layout(stored, o, layout);
    if (!o.output.empty()) return {{o.output, blob_bytes(stored, plan, layout)}};
    note(fmt::format("{} runs under {}; -o FILE writes the blob", in_quotes(o.input),
                     in_quotes(o.for_header)));
    return {};
}

}  // namespace onnx2hpp
