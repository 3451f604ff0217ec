// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/memory_map.hpp>

#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/report/run_axis.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

struct map_frame {
    static constexpr double width = 1000, left = 66, right = 12, top = 22, height = 260, band = 20;
};

std::uint64_t budget_of(const target& t, int region) {
    if (t.memories) return (*t.memories)[region].bytes;
    return region == slow_space ? t.slow : t.fast;
}

/// Draws one region into a picture, from `y` on.
class region_map : map_frame {
public:
    region_map(const analysis& a, int region, double y, picture& out)
        : a_(a),
          axis_{a.plan, left, width - left - right},
          region_(region),
          y_(y + top),
          bytes_(std::max<std::int64_t>(a.plan.region_bytes[std::size_t(region)], 1)),
          shown_(shown_bytes()),
          out_(out) {}

    void draw() {
        out_.label(left, y_ - 8, "start", title());
        draw_segments();
        for (const std::int64_t bytes : {std::int64_t(0), shown_ / 2, shown_}) draw_rule(bytes);
        for (const buffer_plan& b : a_.plan.buffers)
            if (b.home == home::arena && b.region == region_ && b.bytes() > 0) draw_buffer(b);
        for (std::size_t k = 0; k < a_.plan.tasks.size(); ++k) draw_scratch(int(k));
        if (has_budget()) draw_budget();
        for (const buffer_plan& b : a_.plan.buffers)
            if (b.home == home::arena && b.region == region_ && b.bytes() > 0) draw_name(b);
    }

private:
    std::string title() const {
        const std::uint64_t budget = budget_of(a_.target, region_);
        return fmt::format("{}: {}{}", spell_region(a_.target, region_), spell_bytes(bytes_),
                           budget == unlimited ? "" : " of " + spell_bytes(signed_bytes(budget)));
    }

    bool has_budget() const {
        const std::uint64_t budget = budget_of(a_.target, region_);
        return budget <= std::uint64_t(bytes_) * 2;
    }
    std::int64_t shown_bytes() const {
        return has_budget() ? std::max(bytes_, signed_bytes(budget_of(a_.target, region_)))
                            : bytes_;
    }

    double y_of(std::int64_t offset) const {
        return y_ + height - height * double(offset) / double(shown_);
    }

    void draw_rule(std::int64_t bytes) {
        out_.line(left, y_of(bytes), width - right, y_of(bytes), "rule");
        out_.label(left - 6, y_of(bytes) + 4, "end", spell_bytes(bytes));
    }
    void draw_budget() {
        const double y = y_of(signed_bytes(budget_of(a_.target, region_)));
        out_.line(left, y, width - right, y, "budget");
    }

    void draw_segments() {
        const double below = y_ + height + band;
        for (std::size_t s = 0; s < a_.plan.segments.size(); ++s) {
            const segment_plan& segment = a_.plan.segments[s];
            const double x = axis_.begin_of(int(s)), end = axis_.end_of(int(s));
            if (s % 2 == 0) out_.rectangle(x, y_, end - x, height + band, "band");
            const std::string name = fmt::format("{} {}", s, name_of(segment.strategy));
            const std::string shown = fitting(name, end - x - 4);
            out_.label(x + 2, below - 6, "start", shown.size() == name.size() ? name : "");
        }
    }

    const char* class_of(const buffer_plan& b) const {
        const tensor& t = a_.model.tensors[std::size_t(b.tensor)];
        return t.kind == tensor_kind::input || t.kind == tensor_kind::output ? "given" : "made";
    }

    /// The places on the axis from which and until which a buffer is needed.
    std::pair<double, double> columns_of(const buffer_plan& b) const {
        const int last = std::min<int>(b.last_segment, int(a_.plan.segments.size()) - 1);
        return {axis_.begin_of(b.first_segment), axis_.end_of(last)};
    }

    void draw_buffer(const buffer_plan& b) {
        if (b.first_segment < 0 || b.last_segment < b.first_segment) return;
        const auto [x, end] = columns_of(b);
        const std::string& name = a_.model.tensor_names[std::size_t(b.tensor)];
        const bool is_ring = b.rows < b.height;
        const std::string tooltip = fmt::format(
            "{}: {} bytes at {}, {}", name, b.bytes(), b.offset,
            is_ring ? fmt::format("a ring of {} of {} rows", b.rows, b.height) : "whole");
        draw_block(x, end - x, b.offset, b.bytes(), class_of(b), tooltip, is_ring);
    }

    /// The name of the step that makes a buffer, or of the input.
    const std::string& name_of_producer(const buffer_plan& b) const {
        for (const lowered_node& n : a_.model.nodes)
            if (n.outputs[0] == b.tensor) return n.name;
        return a_.model.tensor_names[std::size_t(b.tensor)];
    }

    /// Draws a buffer's name where there is room for it, and no other name stands.
    void draw_name(const buffer_plan& b) {
        constexpr double line = 12, gap = 3;
        if (b.first_segment < 0 || b.last_segment < b.first_segment) return;
        const auto [x, end] = columns_of(b);
        const double high = y_of(b.offset) - y_of(b.offset + b.bytes());
        const std::string shown =
            high > line ? fitting(name_of_producer(b), end - x - 2 * gap) : std::string();
        if (shown.empty()) return;
        const double y = y_of(b.offset) - high / 2 + 4;
        for (const auto& [other_x, other_end, other_y] : names_)
            if (x < other_end && other_x < end && std::abs(y - other_y) < line) return;
        names_.push_back({x, end, y});
        out_.label(x + gap, y, "start", shown, fmt::format("on in-{}", class_of(b)));
    }

    void draw_scratch(int k) {
        const task_plan& t = a_.plan.tasks[std::size_t(k)];
        if (t.scratch_bytes <= 0 || t.scratch_region != region_) return;
        const std::string step =
            t.step >= 0 ? a_.model.nodes[std::size_t(t.step)].name : std::string(name_of(t.does));
        draw_block(axis_.at(k), axis_.at(k + 1) - axis_.at(k), t.scratch_offset, t.scratch_bytes,
                   "work",
                   fmt::format("working memory of {}: {} bytes at {}", step, t.scratch_bytes,
                               t.scratch_offset),
                   false);
    }

    void draw_block(double x, double wide, std::int64_t offset, std::int64_t bytes,
                    std::string_view classes, const std::string& tooltip, bool is_ring) {
        const double y = y_of(offset + bytes), high = y_of(offset) - y;
        out_.rectangle(x, y, wide, high, classes, tooltip);
        if (is_ring) out_.hatch(x, y, wide, high, tooltip);
    }

    const analysis& a_;
    run_axis axis_;
    int region_;
    double y_;
    std::int64_t bytes_, shown_;
    picture& out_;
    std::vector<std::array<double, 3>> names_;  // from, to, and at which height
};

constexpr double height_of_map = map_frame::top + map_frame::height + map_frame::band + 4;

std::string describe_map(const analysis& a, int region) {
    std::size_t buffers = 0, rings = 0;
    for (const buffer_plan& b : a.plan.buffers) {
        if (b.home != home::arena || b.region != region || b.bytes() == 0) continue;
        ++buffers, rings += b.rows < b.height;
    }
    return fmt::format(
        "Steps of the run from left to right, addresses from bottom to top. {} buffers take up to "
        "{} "
        "bytes; {} of them are rings. The table of tensors has the same numbers.",
        buffers, a.plan.region_bytes[std::size_t(region)], rings);
}

struct timeline_frame {
    static constexpr double width = map_frame::width, left = map_frame::left,
                            right = map_frame::right, top = map_frame::top, height = 150,
                            bottom = top + height, name_height = 136;
};

class timeline_drawing : timeline_frame {
public:
    timeline_drawing(const analysis& a, std::int64_t most, picture& out)
        : a_(a), axis_{a.plan, left, width - left - right}, most_(most), out_(out) {
        constexpr std::size_t most_columns = 16;
        for (const lowered_node& n : a.model.nodes) names_.push_back(printable(n.name));
        names_ = shorten_all(names_, most_columns);
    }

    void draw() {
        draw_rule(0);
        if (most_ > 0) draw_rule(most_ / 2), draw_rule(most_);
        for (std::size_t i = 0; i < a_.live_bytes.size(); ++i)
            if (has_bar(i)) draw_bar(i);
        for (const bool is_peak : {true, false})
            for (std::size_t i = 0; i < a_.live_bytes.size(); ++i)
                if (has_bar(i) && (a_.live_bytes[i] == most_) == is_peak) draw_name(i);
    }

private:
    bool has_bar(std::size_t step) const { return a_.plan.steps[step].task >= 0; }

    double y_of(std::int64_t bytes) const {
        return bottom - height * double(bytes) / double(std::max<std::int64_t>(most_, 1));
    }

    void draw_rule(std::int64_t bytes) {
        out_.line(left, y_of(bytes), width - right, y_of(bytes), "rule");
        out_.label(left - 6, y_of(bytes) + 4, "end", spell_bytes(bytes));
    }

    void draw_bar(std::size_t step) {
        const int task = a_.plan.steps[step].task;
        const std::int64_t bytes = a_.live_bytes[step];
        const double x = axis_.at(task), y = y_of(bytes);
        out_.rectangle(x, y, std::max(axis_.at(task + 1) - x - 0.5, 0.5), bottom - y,
                       bytes == most_ ? "peak" : "made",
                       fmt::format("{}: {} bytes", a_.model.nodes[step].name, bytes));
    }

    /// Draws a step's name below its bar, where no other name stands.
    void draw_name(std::size_t step) {
        constexpr double line = 12, gap = 4;
        const int task = a_.plan.steps[step].task;
        const double x = (axis_.at(task) + axis_.at(task + 1)) / 2 + gap;
        for (const double other : drawn_)
            if (std::abs(x - other) < line) return;
        drawn_.push_back(x);
        out_.upright_label(x, bottom + gap, fitting(names_[step], name_height - 2 * gap));
    }

    const analysis& a_;
    run_axis axis_;
    std::int64_t most_;
    picture& out_;
    std::vector<std::string> names_;
    std::vector<double> drawn_;
};

}  // namespace

std::vector<int> drawn_regions(const analysis& a) {
    std::vector<int> regions;
    for (int r = 0; r < int(a.plan.region_bytes.size()); ++r)
        if (a.plan.region_bytes[std::size_t(r)] > 0) regions.push_back(r);
    return regions;
}

picture draw_memory_map(const analysis& a, int region, std::string_view id) {
    picture out(id, fmt::format("Map of {} memory", spell_region(a.target, region)),
                describe_map(a, region), map_frame::width, height_of_map);
    region_map(a, region, 0, out).draw();
    return out;
}

std::string memory_maps_as_svg(const analysis& a) {
    const std::vector<int> regions = drawn_regions(a);
    std::string text;
    for (const int r : regions) text += (text.empty() ? "" : " ") + describe_map(a, r);
    picture out("map", fmt::format("{}: what lies where in a run", a.model.name), text,
                map_frame::width, height_of_map * double(std::max<std::size_t>(regions.size(), 1)));
    for (std::size_t i = 0; i < regions.size(); ++i)
        region_map(a, regions[i], double(i) * height_of_map, out).draw();
    return out.file();
}

picture draw_timeline(const analysis& a, std::string_view id) {
    const std::int64_t most =
        a.live_bytes.empty() ? 0 : *std::max_element(a.live_bytes.begin(), a.live_bytes.end());
    picture out(
        id, "Live bytes of fast memory",
        fmt::format("One bar for each step, in the order of the run. The highest has {} bytes.",
                    most),
        timeline_frame::width, timeline_frame::bottom + timeline_frame::name_height);
    timeline_drawing(a, most, out).draw();
    return out;
}

}  // namespace onnx2hpp
