// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace onnx2hpp {
namespace {

template <class T>
std::vector<T> counted_list(const node& n, const std::string& name, std::vector<T> list,
                            std::size_t count) {
    if (list.size() != count)
        fail_bad_input(
            n, fmt::format("its {} has {} elements, but must have {}", name, list.size(), count));
    return list;
}

std::vector<double> doubles(const std::vector<float>& list) { return {list.begin(), list.end()}; }

}  // namespace

extents list_of(const node& n, const std::string& name, std::size_t count) {
    return counted_list(n, name, integers_attribute(n, name, {}), count);
}

std::vector<std::string> texts_of(const node& n, const std::string& name, std::size_t count) {
    using texts = std::vector<std::string>;
    return counted_list(n, name, find_attribute<texts>(n, name).value_or(texts{}), count);
}

extents optional_list_of(const node& n, const std::string& name, std::size_t count) {
    const extents list = integers_attribute(n, name, {});
    return list.empty() ? extents(count) : counted_list(n, name, list, count);
}

std::vector<double> reals_of(const node& n, const std::string& name) {
    const auto floats = find_attribute<std::vector<float>>(n, name);
    const auto tensor = find_attribute<std::vector<double>>(n, name + "_as_tensor");
    if (floats && tensor && !floats->empty() && !tensor->empty())
        fail_bad_input(n, fmt::format("it has both {} and {}_as_tensor", name, name));
    if (tensor && !tensor->empty()) return *tensor;
    return floats ? doubles(*floats) : std::vector<double>{};
}

std::vector<double> reals_of(const node& n, const std::string& name, std::size_t count) {
    return counted_list(n, name, reals_of(n, name), count);
}

std::int32_t feature_of(std::int64_t number) {
    const bool is_possible = number >= 0 && number < std::numeric_limits<std::int32_t>::max();
    return is_possible ? static_cast<std::int32_t>(number) : -1;
}

tigris::ops::tree_aggregate aggregate_of(const node& n, std::string_view name) {
    using enum tigris::ops::tree_aggregate;
    if (name == "SUM") return sum;
    if (name == "AVERAGE") return average;
    if (name == "MIN") return minimum;
    if (name == "MAX") return maximum;
    fail_bad_input(n, "ONNX has no aggregate_function " + in_quotes(name));
}

std::string label_of(const forest_node& at) {
    return fmt::format("node {} of tree {}", at.id, at.tree);
}

void check_threshold(const node& n, const forest_node& at) {
    if (std::isnan(at.value)) fail_bad_input(n, label_of(at) + " compares with NaN");
}

forest_vote vote_of(const node& n, const forest_node& at, std::int64_t targets, std::int64_t target,
                    double weight) {
    if (target < 0 || target >= targets)
        fail_bad_input(n, fmt::format("{} votes for target {}, but there are {}", label_of(at),
                                      target, targets));
    if (!std::isfinite(static_cast<float>(weight)))
        fail_bad_input(
            n, fmt::format("{} votes with {}, which is no finite float", label_of(at), weight));
    return {target, static_cast<float>(weight)};
}

}  // namespace onnx2hpp
