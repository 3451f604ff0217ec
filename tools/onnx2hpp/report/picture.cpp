// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/picture.hpp>

#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/report/markup.hpp>
#include <onnx2hpp/show/columns.hpp>
#include <onnx2hpp/show/table.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

constexpr double narrowest = 4.6;

/// What a character takes of DejaVu Sans with 11 units, which is wider than most fonts, or more.
double width_of(char c) {
    constexpr std::string_view narrow = " !'(),-./:;I[\\]fijlrt|", widest = "%@MWmw&+<=>~#^";
    if (narrow.find(c) != narrow.npos) return narrowest;
    if (widest.find(c) != widest.npos) return 11;
    return c >= 'A' && c <= 'Z' ? 8.7 : 7.1;
}

double width_of(std::string_view text) {
    constexpr double width_of_column = 8.7;
    double width = 0;
    std::size_t ascii = 0;
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x80) width += width_of(c), ++ascii;
    return width + width_of_column * double(display_columns(text) - ascii);
}

std::string tooltip_of(std::string_view text) {
    return text.empty() ? std::string() : fmt::format("<title>{}</title>", escape_markup(text));
}

}  // namespace

picture::picture(std::string_view id, std::string_view title, std::string_view description,
                 double width, double height)
    : id_(id), title_(title), description_(description), width_(width), height_(height) {}

void picture::rectangle(double x, double y, double width, double height, std::string_view classes,
                        std::string_view tooltip) {
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "class=\"{}\">{}</rect>\n",
        x, y, width, height, classes, tooltip_of(tooltip));
}

void picture::hatch(double x, double y, double width, double height, std::string_view tooltip) {
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"url(#{}-ring)\">"
        "{}</rect>\n",
        x, y, width, height, id_, tooltip_of(tooltip));
}

void picture::line(double x1, double y1, double x2, double y2, std::string_view classes) {
    body_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", x1, y1,
        x2, y2, classes);
}

void picture::circle(double x, double y, double radius, std::string_view classes,
                     std::string_view tooltip) {
    body_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" class=\"{}\">{}</circle>\n",
                    x, y, radius, classes, tooltip_of(tooltip));
}

void picture::path(std::string_view d, std::string_view classes) {
    body_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", d, classes);
}

void picture::label(double x, double y, std::string_view anchor, std::string_view text,
                    std::string_view classes) {
    if (text.empty()) return;
    body_ +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n",
                    x, y, anchor, classes, escape_markup(text));
}

void picture::upright_label(double x, double y, std::string_view text) {
    if (text.empty()) return;
    body_ += fmt::format(
        "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"end\" "
        "class=\"ink\">{}</text>\n",
        x, y, escape_markup(text));
}

std::string picture::head(std::string_view attributes) const {
    return fmt::format(
        "<svg {}viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-labelledby=\"{}-title {}-text\">\n"
        "<title id=\"{}-title\">{}</title>\n<desc id=\"{}-text\">{}</desc>\n",
        attributes, width_, height_, id_, id_, id_, escape_markup(title_), id_,
        escape_markup(description_));
}

std::string picture::element() const {
    return head("") +
           fmt::format(
               "<defs><pattern id=\"{}-ring\" width=\"6\" height=\"6\" "
               "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
               "<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"6\" class=\"hatch\"/></pattern></defs>\n",
               id_) +
           body_ + "</svg>\n";
}

std::string picture::file() const {
    std::string inside = element();
    const std::size_t begin = inside.find('>') + 1;
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
           head("xmlns=\"http://www.w3.org/2000/svg\" ") +
           fmt::format("<style>{}</style>\n", style()) +
           inside.substr(inside.find("<defs>", begin));
}

std::string_view picture::style() {
    return R"(svg { font: 11px system-ui, sans-serif; max-width: 100%; height: auto; color-scheme: light dark;
  --paper: #fff; --ink: #1c1e21; --soft: #6b7178; --rule: #d5d9de; --made: #3b76c4; --given: #26774b;
  --kept: #8a5bb5; --work: #b7791f; --hot: #c2413b; --band: #f1f3f6; --on: #fff; }
@media (prefers-color-scheme: dark) { svg { --paper: #16181b; --ink: #e6e8ea; --soft: #9aa2ab; --rule: #3a3f45;
  --made: #6fa3e8; --given: #63c08f; --kept: #b894de; --work: #dfa94e; --hot: #ee7a73; --band: #202327; --on: #101418; } }
@media print { svg { --paper: #fff; --ink: #000; --soft: #444; --rule: #bbb; --band: #f3f3f3; } }
svg .ink { fill: var(--ink); } svg .on { fill: var(--on); paint-order: stroke; stroke-width: 4; stroke-linejoin: round; }
svg .in-made { stroke: var(--made); } svg .in-given { stroke: var(--given); }
svg .paper { fill: var(--paper); }
svg .made, svg .given, svg .kept, svg .work { stroke: var(--paper); stroke-width: .6; fill-opacity: .82; }
svg .made { fill: var(--made); } svg .given { fill: var(--given); } svg .kept { fill: var(--kept); }
svg .work { fill: var(--work); } svg .peak { fill: var(--hot); }
svg .band { fill: var(--band); } svg .other { fill: none; } svg .hatch { stroke: var(--paper); stroke-width: 2; }
svg .rule { stroke: var(--rule); } svg .budget { stroke: var(--hot); stroke-dasharray: 5 4; }
svg .edge { fill: none; stroke: var(--soft); } svg .curve { fill: none; stroke: var(--made); stroke-width: 2; }
svg .point { fill: var(--made); } svg .box { fill: var(--paper); stroke: var(--soft); }
)";
}

std::string fitting(std::string_view text, double width) {
    constexpr int fewest = 10;
    std::string whole = printable_name(text);
    if (width_of(whole) <= width) return whole;
    for (int most = int(width / narrowest); most >= fewest; --most)
        if (const std::string made = shorten(whole, std::size_t(most)); width_of(made) <= width)
            return made;
    return {};
}

}  // namespace onnx2hpp
