// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/peak.hpp>

#include <algorithm>
#include <map>
#include <type_traits>
#include <variant>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::planning;

bool is_fast(const target& t, int region) {
    return t.memories ? lies_in(*t.memories, (*t.memories)[region], fast_space)
                      : region == fast_space;
}

std::vector<holder> largest_first(const std::map<std::string, std::int64_t>& bytes) {
    std::vector<holder> found;
    for (const auto& [name, size] : bytes)
        if (size > 0) found.push_back({name, size});
    std::stable_sort(found.begin(), found.end(),
                     [](const holder& a, const holder& b) { return a.bytes > b.bytes; });
    return found;
}

/// What lies in fast memory while a segment runs.
class segment_holders {
public:
    segment_holders(const analysis& a, int segment) : a_(a), segment_(segment) {
        for (const buffer_plan& b : a.plan.buffers)
            if (lives_in_fast_memory(b)) add_tensor(b);
        add("decoded constants", a.plan.prefix_bytes);
        const segment_plan& s = a.plan.segments[std::size_t(segment)];
        for (int k = s.begin; k < s.end; ++k) add_scratch(a.plan.tasks[std::size_t(k)]);
    }

    peak_holders made(int step, std::int64_t bytes) const {
        return {step, bytes, largest_first(steps_), largest_first(operators_)};
    }

private:
    bool lives_in_fast_memory(const buffer_plan& b) const {
        return b.home == home::arena && is_fast(a_.target, b.region) &&
               b.first_segment <= segment_ && segment_ <= b.last_segment;
    }

    void add_tensor(const buffer_plan& b) {
        const int step = a_.plan.tensors[std::size_t(b.tensor)].first_step;
        steps_[step < 0 ? "inputs" : a_.model.nodes[std::size_t(step)].name] += b.bytes();
        operators_[step < 0 ? "inputs" : operator_name(a_.model, step)] += b.bytes();
    }

    void add(const char* what, std::int64_t bytes) {
        steps_[what] += bytes;
        operators_[what] += bytes;
    }

    /// Kernels share their working memory: the largest counts.
    void add_scratch(const task_plan& t) {
        if (t.step < 0 || !is_fast(a_.target, t.scratch_region)) return;
        for (auto* bytes : {&steps_, &operators_}) {
            std::int64_t& most = (*bytes)["working memory"];
            most = std::max(most, t.scratch_bytes);
        }
    }

    const analysis& a_;
    int segment_;
    std::map<std::string, std::int64_t> steps_, operators_;
};

}  // namespace

const char* operator_name(const lowered_model& model, int step) {
    return std::visit([](const auto& op) { return std::decay_t<decltype(op)>::name; },
                      model.nodes[std::size_t(step)].op);
}

peak_holders find_peak_holders(const analysis& a) {
    const auto most = std::max_element(a.live_bytes.begin(), a.live_bytes.end());
    if (most == a.live_bytes.end() || *most == 0) return {};
    const int step = a.plan.peak_step;
    return segment_holders(a, a.plan.steps[std::size_t(step)].segment)
        .made(step, *most + a.plan.prefix_bytes);
}

}  // namespace onnx2hpp
