// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of products whose axes an equation names.

#include <reference/call.hpp>

#include <algorithm>
#include <cctype>
#include <map>

namespace reference {
namespace {

/// An einsum equation: one label for each axis. Axes of an ellipsis get the labels 0, 1, ... of
/// their places from the right, which are no letters.
struct equation {
    std::vector<std::string> inputs;
    std::string output;
};

std::string without_spaces(std::string text) {
    std::erase(text, ' ');
    return text;
}

/// Labels of the `count` axes that an ellipsis stands for.
std::string ellipsis_labels(std::size_t count) {
    std::string result;
    for (std::size_t i = count; i-- > 0;) result += char('0' + i);
    return result;
}

std::string with_ellipsis(std::string term, std::size_t count) {
    const std::size_t at = term.find("...");
    return at == std::string::npos ? term : term.replace(at, 3, ellipsis_labels(count));
}

equation parse(const call& c) {
    const std::string text = without_spaces(c.text("equation", ""));
    const std::size_t arrow = text.find("->");
    equation result;
    std::string left = text.substr(0, arrow) + ",";
    std::size_t most = 0;
    for (std::size_t i = 0; !left.empty(); ++i) {
        const std::string term = left.substr(0, left.find(','));
        left.erase(0, term.size() + 1);
        const bool has_ellipsis = term.find("...") != std::string::npos;
        const std::size_t hidden = has_ellipsis ? c[i].rank() - (term.size() - 3) : 0;
        most = std::max(most, hidden);
        result.inputs.push_back(with_ellipsis(term, hidden));
    }
    if (arrow != std::string::npos) {
        result.output = with_ellipsis(text.substr(arrow + 2), most);
        return result;
    }
    std::map<char, int> uses;
    for (const std::string& term : result.inputs)
        for (const char label : term) ++uses[label];
    result.output = ellipsis_labels(most);
    for (const auto& [label, count] : uses)
        if (count == 1 && !std::isdigit(label)) result.output += label;
    return result;
}

/// Position in a tensor whose axes have these labels; extents of 1 broadcast.
std::int64_t labelled_position(const tensor& x, const std::string& labels,
                               const std::map<char, std::int64_t>& index) {
    shape at;
    for (std::size_t i = 0; i < labels.size(); ++i)
        at.push_back(x.dims.at(i) == 1 ? 0 : index.at(labels[i]));
    return position_of(at, x.dims);
}

tensors einsum(const call& c) {
    const equation e = parse(c);
    std::map<char, std::int64_t> extents;
    for (std::size_t i = 0; i < e.inputs.size(); ++i)
        for (std::size_t k = 0; k < e.inputs[i].size(); ++k) {
            std::int64_t& extent = extents.emplace(e.inputs[i][k], 1).first->second;
            extent = std::max(extent, c[i].dims.at(k));
        }
    shape dims;
    for (const char label : e.output) dims.push_back(extents.at(label));
    std::string labels;
    shape all;
    for (const auto& [label, extent] : extents) labels += label, all.push_back(extent);
    tensor y(c[0].type, dims);
    for (const shape& at : indices_of(all)) {
        std::map<char, std::int64_t> index;
        for (std::size_t i = 0; i < at.size(); ++i) index[labels[i]] = at[i];
        double product = 1;
        for (std::size_t i = 0; i < e.inputs.size(); ++i)
            product *= c[i].number(labelled_position(c[i], e.inputs[i], index));
        shape to;
        for (const char label : e.output) to.push_back(index.at(label));
        const std::int64_t position = position_of(to, dims);
        y.set(position, y.number(position) + product);
    }
    return {y};
}

}  // namespace

void add_einsums(operator_map& all) { all["Einsum"] = einsum; }

}  // namespace reference
