// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/curve_picture.hpp>

#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

struct curve_frame {
    static constexpr double width = 1000, height = 240, left = 66, right = 20, top = 16, below = 26;
};

class curve_drawing : curve_frame {
public:
    curve_drawing(const std::vector<swept_budget>& curve, picture& out) : out_(out) {
        for (const swept_budget& b : curve)
            if (b.plan) points_.push_back(&b);
        for (const swept_budget* b : points_) {
            most_bytes_ = std::max(most_bytes_, b->fast);
            most_cost_ = std::max(most_cost_, b->plan->cost);
        }
    }

    void draw() {
        for (int quarter = 0; quarter <= 4; ++quarter) draw_rule(quarter);
        std::string d;
        for (std::size_t i = 0; i < points_.size(); ++i) d += step_to(i);
        out_.path(d, "curve");
        for (const swept_budget* b : points_) draw_point(*b);
    }

private:
    double x_of(double bytes) const {
        return left + (width - left - right) * bytes / double(most_bytes_);
    }
    double y_of(double cost) const {
        return top + (height - top - below) * (1 - cost / double(most_cost_));
    }

    void draw_rule(int quarter) {
        const double bytes = double(most_bytes_) * quarter / 4;
        out_.label(x_of(bytes), height - 6, quarter == 4 ? "end" : "middle",
                   spell_bytes(std::int64_t(bytes)));
        out_.line(x_of(bytes), top, x_of(bytes), height - below, "rule");
        const double y = y_of(double(most_cost_) * quarter / 4);
        out_.line(left, y, width - right, y, "rule");
        out_.label(left - 6, y + 4, "end", fmt::format("{} %", quarter * 25));
    }

    /// The cost stays until the next budget.
    std::string step_to(std::size_t i) const {
        const double x = x_of(double(points_[i]->fast)), y = y_of(double(points_[i]->plan->cost));
        return i == 0 ? fmt::format("M{:.1f} {:.1f}", x, y) : fmt::format("H{:.1f}V{:.1f}", x, y);
    }

    void draw_point(const swept_budget& b) {
        out_.circle(
            x_of(double(b.fast)), y_of(double(b.plan->cost)), 4, "point",
            fmt::format("{} bytes: {} MACs computed twice, {} bytes moved, {} calls", b.fast,
                        b.recomputed_macs(), b.plan->slow_traffic_bytes, b.plan->calls));
    }

    picture& out_;
    std::vector<const swept_budget*> points_;
    std::uint64_t most_bytes_ = 1;
    std::int64_t most_cost_ = 1;
};

}  // namespace

picture draw_curve(const std::vector<swept_budget>& curve, std::string_view id) {
    picture out(
        id, "What budgets of fast memory cost",
        "Budgets from left to right. Upwards: recomputed work, moved bytes and bytes that are "
        "read from flash again, as a share of the worst. The table of budgets has the numbers.",
        curve_frame::width, curve_frame::height);
    curve_drawing(curve, out).draw();
    return out;
}

}  // namespace onnx2hpp
