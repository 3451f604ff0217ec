// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

#include <numeric>

namespace onnx2hpp {
namespace {

/// Equal parts; since version 18 the last one may be shorter.
extents equal_parts(const expansion& e, std::int64_t extent) {
    const auto count = static_cast<std::int64_t>(e.at.outputs.size());
    const std::int64_t asked = integer_attribute(e.at, "num_outputs", count);
    if (asked != count)
        fail_bad_input(e.at, fmt::format("num_outputs is {}, but it has {}", asked, count));
    if (e.at.since < 18 && extent % count != 0)
        fail_bad_input(e.at,
                       fmt::format("an extent of {} does not make {} equal parts", extent, count));
    const std::int64_t part = (extent + count - 1) / count;
    extents parts(static_cast<std::size_t>(count), part);
    parts.back() = extent - part * (count - 1);
    return parts;
}

extents parts_of(const expansion& e, std::int64_t extent) {
    if (e.at.since < 13 && find_attribute<extents>(e.at, "split"))
        return integers_attribute(e.at, "split", {});
    if (e.has_input(1)) return e.list(1, "lengths");
    if (e.at.since >= 18 && !find_attribute<std::int64_t>(e.at, "num_outputs"))
        fail_bad_input(e.at, "it has neither lengths nor num_outputs");
    return equal_parts(e, extent);
}

void check_parts(const expansion& e, const extents& parts, std::int64_t extent) {
    bool fits = parts.size() == e.at.outputs.size();
    for (const std::int64_t part : parts) fits = fits && part >= 0 && part <= extent;
    if (!fits || std::accumulate(parts.begin(), parts.end(), std::int64_t{0}) != extent)
        fail_bad_input(e.at, fmt::format("parts {} do not make {} outputs of an extent of {}",
                                         to_text(parts), e.at.outputs.size(), extent));
}

bool expand_split(expansion& e) {
    const value_id x = e.input(0);
    const std::size_t axis = e.axis(integer_attribute(e.at, "axis", 0), e.dims(x).size());
    const std::int64_t extent = e.dims(x)[axis];
    const extents parts = parts_of(e, extent);
    check_parts(e, parts, extent);
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < parts.size(); begin += parts[i++])
        if (e.wants_output(i)) e.give(i, sliced(e, x, axis, begin, begin + parts[i]));
    return true;
}

}  // namespace

namespace operators {

operator_entries split_operators() {
    return {
        {.type = "Split",
         .versions = {{.since = {2, 11},
                       .outputs = any_number,
                       .attributes = {integer("axis"), integers("split")}},
                      {.since = {13},
                       .inputs = {1, 2},
                       .outputs = any_number,
                       .attributes = {integer("axis")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .outputs = any_number,
                       .attributes = {integer("axis"), integer("num_outputs")}}},
         .expand = expand_split,
         .traits = {.takes_any_type = true, .keeps_unread_outputs = true}},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
