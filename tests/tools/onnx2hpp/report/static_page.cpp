// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/static_page.hpp>

#include <onnx2hpp/report/memory_map.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/table.hpp>

#include <helpers/analyzed.hpp>
#include <helpers/contains.hpp>

#include <doctest/doctest.h>

#include <set>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

reported_model reported(const analyzed_model& m) {
    analyzed_model swept = m;
    swept.wanted.finds_sweep = true;
    swept.wanted.search_effort = effort::none;
    return {"m.onnx", {"--edges=model"}, {m.result()}, swept.result().sweep, {}, {}};
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
    return found;
}

std::set<std::string> values_of(const std::string& page, const std::string& attribute) {
    std::set<std::string> values;
    for (std::size_t at = page.find(attribute); at != page.npos;
         at = page.find(attribute, at + 1)) {
        const std::size_t begin = at + attribute.size();
        values.insert(page.substr(begin, page.find_first_of("\") ", begin) - begin));
    }
    return values;
}

}  // namespace

TEST_CASE("the static page names every step, tensor, constant and budget") {
    const reported_model model = reported(large_model());
    const std::string page = static_page({model});
    const analysis& a = model.shown();
    for (const lowered_node& n : a.model.nodes) CHECK(contains(page, "<td>" + n.name + "</td>"));
    for (const std::string& name : a.model.tensor_names)
        CHECK(contains(page, "<td>" + name + "</td>"));
    for (const swept_budget& b : model.curve)
        CHECK(contains(page, "<td class=\"number\">" + std::to_string(b.fast) + "</td>"));
    for (const char* heading : {"Summary", "Map of memory", "Live bytes", "Steps", "Budgets"})
        CHECK(contains(page, "<h3>" + std::string(heading) + "</h3>"));
    CHECK(contains(page, a.model.sha256));
    CHECK(contains(page, "scripts/web"));
}

TEST_CASE("the static page loads nothing and runs nothing") {
    const std::string page = static_page({reported(large_model())});
    for (const char* part : {"<script", "http:", "https:", " src=", "@import", "<link", " onload="})
        CHECK_MESSAGE(!contains(page, part), part);
}

TEST_CASE("pictures have a rectangle for each buffer, and stripes for rings") {
    analyzed_model m = large_model();
    m.wanted.fast = 12 << 10;
    const reported_model model = reported(m);
    const std::string page = static_page({model});
    std::size_t buffers = 0, rings = 0;
    for (const tigris::planning::buffer_plan& b : model.shown().plan.buffers) {
        if (b.home != tigris::planning::home::arena || b.bytes() == 0) continue;
        ++buffers, rings += b.rows < b.height;
    }
    REQUIRE(rings > 0);
    CHECK(count(page, "class=\"made\"><title>") + count(page, "class=\"given\"><title>") >=
          buffers);
    CHECK(count(page, "fill=\"url(#") == rings);
}

TEST_CASE("pictures have titles and texts, and every id is there once") {
    const std::string page = static_page({reported(small_model()), reported(large_model())});
    CHECK(count(page, "<svg ") == count(page, "role=\"img\""));
    CHECK(count(page, "<svg ") == count(page, "</desc>"));
    const std::set<std::string> ids = values_of(page, " id=\"");
    CHECK(ids.size() == count(page, " id=\""));
    for (const std::string& id : values_of(page, "aria-labelledby=\"")) CHECK(ids.contains(id));
    for (const std::string& id : values_of(page, "url(#")) CHECK(ids.contains(id));
    for (const std::string& id : values_of(page, "href=\"#")) CHECK(ids.contains(id));
}

TEST_CASE("every text of a model is escaped") {
    reported_model evil = reported(small_model());
    analysis& a = evil.plans[0];
    const std::string name = "</title></script><b x=\"y\">'&\n\x01\u202e";
    a.model.name = name;
    evil.file = name;
    evil.options = {name};
    for (std::string& tensor : a.model.tensor_names) tensor += name;
    for (lowered_node& n : a.model.nodes) n.name += name;
    const std::string page = static_page({evil});
    CHECK_FALSE(contains(page, "<b x"));
    CHECK_FALSE(contains(page, "</script>"));
    CHECK_FALSE(contains(page, "\u202e"));
    CHECK_FALSE(contains(page, "\x01"));
    CHECK(count(page, "</title>") == count(page, "<title>") + count(page, "<title id"));
}

TEST_CASE("the page gives the reason for the peak") {
    const reported_model model = reported(large_model());
    const std::string page = static_page({model});
    const std::string why = page.substr(page.find("<h3>Why this peak"));
    const peak_holders peak = find_peak_holders(model.shown());
    const lowered_node& step = model.shown().model.nodes[std::size_t(peak.step)];
    CHECK(contains(why, " Most bytes are live at step " + step.name + ": "));
    CHECK(contains(why, "<td>" + peak.steps[0].name + "</td><td class=\"number\">" +
                            std::to_string(peak.steps[0].bytes) + "</td>"));
}

TEST_CASE("a plan without fast memory has no axis of bytes") {
    reported_model model = reported(small_model());
    for (std::int64_t& bytes : model.plans[0].live_bytes) bytes = 0;
    const std::string page = static_page({model});
    CHECK(contains(page, "<p>No step needs fast memory.</p>"));
    CHECK_FALSE(contains(page, "Live bytes"));
    CHECK_FALSE(contains(page, ">1 B<"));
}

TEST_CASE("names of steps stand below live bytes, and in colors over stripes") {
    analyzed_model m = large_model();
    m.wanted.fast = 12 << 10;
    const analysis a = m.result();
    const std::string live = draw_timeline(a, "live").file();
    CHECK(contains(live, " rotate(-90)\" text-anchor=\"end\" class=\"ink\">"));
    std::vector<std::string> names;
    for (const lowered_node& n : a.model.nodes) names.push_back(n.name);
    const std::string peak = shorten_all(names, 16)[std::size_t(find_peak_holders(a).step)];
    CHECK(contains(live, ">" + peak + "</text>"));
    CHECK(contains(memory_maps_as_svg(a), "class=\"on in-made\">"));
    CHECK(contains(std::string(picture::style()), "svg .in-made { stroke: var(--made); }"));
}

TEST_CASE("long words of the page may be broken anywhere") {
    const std::string page = static_page({reported(small_model())});
    CHECK(contains(page, "<code>-DTIGRIS_REPORT_BUNDLE="));
    CHECK(contains(page, ", code { overflow-wrap: anywhere; }"));
}

TEST_CASE("a model that does not fit says so") {
    analyzed_model m = large_model();
    m.wanted.fast = 1024;
    CHECK(contains(static_page({reported(m)}), "<strong>"));
}
