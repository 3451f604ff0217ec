// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/bundle.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/report/markup.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

constexpr std::string_view place_of_title = "<title>TiGrIS report</title>";
constexpr std::string_view place_of_data = "<!-- REPORT DATA -->";

std::size_t only_place(std::string_view bundle, std::string_view of) {
    const std::size_t found = bundle.find(of);
    if (found == bundle.npos || bundle.find(of, found + 1) != bundle.npos)
        fail_bad_input(fmt::format(
            "the tool's bundle must have the line {} once; make it anew with scripts/web, "
            "and build onnx2hpp with it",
            of));
    return found;
}

}  // namespace

std::string filled_bundle(std::string_view bundle, std::string_view title, std::string_view data) {
    std::string page(bundle);
    page.replace(only_place(page, place_of_data), place_of_data.size(), data);
    // Data have no tags, so the title's place is still the bundle's.
    page.replace(only_place(page, place_of_title), place_of_title.size(),
                 fmt::format("<title>{}</title>", escape_markup(title)));
    return page;
}

}  // namespace onnx2hpp
