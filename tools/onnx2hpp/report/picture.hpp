// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A picture as SVG. It has classes instead of colors, which style() gives: light ones and dark
// ones.

#include <string>
#include <string_view>

namespace onnx2hpp {

class picture {
public:
    /// `id` is unique on the page. The description is what people read who cannot see the picture.
    picture(std::string_view id, std::string_view title, std::string_view description, double width,
            double height);

    /// Draws a rectangle, with a tooltip unless that is empty.
    void rectangle(double x, double y, double width, double height, std::string_view classes,
                   std::string_view tooltip = {});
    /// Stripes over a rectangle.
    void hatch(double x, double y, double width, double height, std::string_view tooltip);
    void line(double x1, double y1, double x2, double y2, std::string_view classes);
    void circle(double x, double y, double radius, std::string_view classes,
                std::string_view tooltip);
    /// `d` is a path's own language.
    void path(std::string_view d, std::string_view classes);
    /// `anchor` is start, middle or end. `classes`: "on" for a text on a filled rectangle, with
    /// "in-made" or "in-given" for the rectangle's class.
    void label(double x, double y, std::string_view anchor, std::string_view text,
               std::string_view classes = "ink");

    /// A text that ends below (x, y), turned by a quarter to the left.
    void upright_label(double x, double y, std::string_view text);

    /// An element of a page whose style has style().
    std::string element() const;

    /// The picture as an SVG file of its own.
    std::string file() const;

    static std::string_view style();

private:
    std::string head(std::string_view attributes) const;

    std::string id_, title_, description_, body_;
    double width_, height_;
};

/// The beginning of a text that fits in `width` units of a picture, in any font. Nothing if only a
/// few characters fit.
std::string fitting(std::string_view text, double width);

}  // namespace onnx2hpp
