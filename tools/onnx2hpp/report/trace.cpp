// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/trace.hpp>

#include <onnx2hpp/plan/words.hpp>
#include <onnx2hpp/report/graph.hpp>
#include <onnx2hpp/report/memory_map.hpp>
#include <onnx2hpp/show/json_value.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;
using nlohmann::ordered_json;

constexpr int run = 1, memories = 2;

class trace_writer {
public:
    explicit trace_writer(const analysis& a) : a_(a), plan_(to_json_value(a)) {}

    std::string text() && {
        name("process_name", run, 0, "run of " + a_.model.name);
        name("process_name", memories, 0, "memories");
        for (std::size_t s = 0; s < a_.plan.segments.size(); ++s) {
            name("thread_name", run, int(s) + 1, "segment " + describe_segment(a_, int(s)));
            begins_.push_back(-1), ends_.push_back(0);
        }
        for (const task_call& c : a_.calls) add_call(c);
        for (const int r : drawn_regions(a_)) add_region(r);
        return as_text({{"traceEvents", std::move(events_)},
                        {"displayTimeUnit", "ms"},
                        {"otherData",
                         {{"model", a_.model.name},
                          {"microseconds",
                           has_instructions() ? "instructions" : "multiply-accumulates"}}}},
                       -1) +
               '\n';
    }

private:
    void name(const char* what, int process, int thread, const std::string& text) {
        events_.push_back({{"ph", "M"},
                           {"name", what},
                           {"pid", process},
                           {"tid", thread},
                           {"args", {{"name", text}}}});
    }

    int segment_of(int task) const {
        for (std::size_t s = 0; s < a_.plan.segments.size(); ++s)
            if (task < a_.plan.segments[s].end) return int(s);
        return 0;
    }

    bool has_instructions() const { return plan_["totals"]["instructions"].is_number_integer(); }

    /// Instructions of a step per run, or multiply-accumulates where instructions are not known.
    std::int64_t work_of(int step) const {
        const ordered_json& found = plan_["steps"][std::size_t(step)];
        return has_instructions() && found["instructions"].is_number_integer()
                   ? found["instructions"].get<std::int64_t>()
                   : found["macs"].get<std::int64_t>();
    }

    /// Duration of a call: the share of its rows in the task's work.
    std::int64_t duration_of(const task_call& c) const {
        const task_plan& t = a_.plan.tasks[std::size_t(c.task)];
        if (t.step < 0) return c.rows;
        const std::int64_t work = work_of(t.step);
        const bool adds_up = t.contract == ops::contract::accumulate && !t.whole;
        const int buffer =
            adds_up ? a_.plan.reads[std::size_t(t.first_read)].tensor : int(t.output);
        const std::int64_t rows = std::max(a_.plan.buffers[std::size_t(buffer)].height, 1);
        return std::max<std::int64_t>(work * c.rows / rows, c.rows);
    }

    std::string name_of_task(const task_plan& t) const {
        if (t.step >= 0) return a_.model.nodes[std::size_t(t.step)].name;
        const int tensor = a_.plan.buffers[std::size_t(t.output)].tensor;
        return fmt::format("{} {}", name_of(t.does), a_.model.tensor_names[std::size_t(tensor)]);
    }

    void add_call(const task_call& c) {
        const task_plan& t = a_.plan.tasks[std::size_t(c.task)];
        const int segment = segment_of(c.task);
        const std::int64_t duration = duration_of(c);
        events_.push_back({{"ph", "X"},
                           {"name", name_of_task(t)},
                           {"cat", name_of(t.does)},
                           {"pid", run},
                           {"tid", segment + 1},
                           {"ts", now_},
                           {"dur", duration},
                           {"args", {{"first row", c.first_row}, {"rows", c.rows}}}});
        if (t.step >= 0) count_live(a_.live_bytes[std::size_t(t.step)]);
        if (begins_[std::size_t(segment)] < 0) begins_[std::size_t(segment)] = now_;
        now_ += duration;
        ends_[std::size_t(segment)] = now_;
    }

    void count_live(std::int64_t bytes) {
        if (bytes == live_) return;
        live_ = bytes;
        events_.push_back({{"ph", "C"},
                           {"name", "live bytes"},
                           {"pid", run},
                           {"ts", now_},
                           {"args", {{"bytes", bytes}}}});
    }

    /// Buffers begin and end as they like, so their slices are no stack.
    void add_region(int region) {
        const std::string memory = spell_region(a_.target, region);
        for (std::size_t b = 0; b < a_.plan.buffers.size(); ++b) {
            const buffer_plan& buffer = a_.plan.buffers[b];
            if (buffer.home != home::arena || buffer.region != region || buffer.bytes() == 0 ||
                buffer.first_segment < 0)
                continue;
            const std::size_t last = std::min(std::size_t(buffer.last_segment), ends_.size() - 1);
            add_end("b", memory, b, begins_[std::size_t(buffer.first_segment)]);
            add_end("e", memory, b, ends_[last]);
        }
    }

    void add_end(const char* phase, const std::string& memory, std::size_t buffer,
                 std::int64_t when) {
        const buffer_plan& b = a_.plan.buffers[buffer];
        events_.push_back(
            {{"ph", phase},
             {"cat", memory},
             {"id", fmt::format("{:#x}", buffer)},
             {"name", a_.model.tensor_names[std::size_t(b.tensor)]},
             {"pid", memories},
             {"tid", b.region + 1},
             {"ts", when},
             {"args", {{"offset", b.offset}, {"bytes", b.bytes()}, {"rows", b.rows}}}});
    }

    const analysis& a_;
    const ordered_json plan_;
    ordered_json events_ = ordered_json::array();
    std::vector<std::int64_t> begins_, ends_;
    std::int64_t now_ = 0, live_ = -1;
};

}  // namespace

std::string run_as_trace(const analysis& a) { return trace_writer(a).text(); }

}  // namespace onnx2hpp
