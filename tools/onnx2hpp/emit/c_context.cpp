// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_context.hpp>

#include <tigris/planning/state_value.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// As arena_alignment of the library.
constexpr std::uint32_t least_alignment = 8;

std::int64_t padded(std::int64_t bytes, std::uint32_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

std::vector<c_region> regions_of(const options& o, const owned_plan& plan) {
    std::vector<c_region> regions{{"fast"}, {"slow"}};
    if (o.memories) regions.assign(std::size_t(o.memories->size()), {});
    for (std::size_t r = 0; r < regions.size(); ++r) {
        if (o.memories) regions[r].name = (*o.memories)[int(r)].name;
        regions[r].bytes = plan.region_bytes[r];
        const bool has_section = o.memories && (*o.memories)[int(r)].section[0] != '\0';
        regions[r].is_in_context = !o.external_arenas && !has_section;
    }
    return regions;
}

const planning::buffer_plan& buffer_of(const owned_plan& plan, int tensor) {
    return plan.buffers[std::size_t(plan.tensors[std::size_t(tensor)].buffer)];
}

/// Whether the state that `read` and `written` are has room for one value.
bool is_made_in_place(const owned_plan& plan, int read, int written) {
    const planning::buffer_plan& to = buffer_of(plan, written);
    const planning::segment_plan& maker = plan.segments[std::size_t(to.first_segment)];
    return planning::may_overwrite(buffer_of(plan, read), to, maker,
                                   plan.tasks[std::size_t(maker.begin)]);
}

std::int64_t bytes_of_states(const lowered_model& model, const header_plan& plan,
                             std::uint32_t alignment) {
    const std::size_t inputs = model.inputs.size() - model.state_count;
    const std::size_t outputs = model.outputs.size() - model.state_count;
    std::int64_t bytes = 0;
    bool has_latch = false;
    for (std::size_t s = 0; s < model.state_count; ++s) {
        const int read = model.inputs[inputs + s], written = model.outputs[outputs + s];
        const tensor& t = model.tensors[std::size_t(read)];
        bytes += padded(bytes_of(t), alignment) * (is_made_in_place(plan, read, written) ? 1 : 2);
        has_latch |= t.quant.zero_point != 0;
    }
    return bytes + (has_latch ? alignment : 0);
}

}  // namespace

c_context make_c_context(const lowered_model& model, const options& o,
                         const std::vector<owned_hint>& hints) {
    const header_plan plan = plan_of_header(model, o, hints);
    c_context out{regions_of(o, plan), 0, std::max(plan.alignment, least_alignment)};
    for (const c_region& r : out.regions)
        if (r.is_in_context) out.bytes += padded(r.bytes, out.alignment);
    out.bytes += bytes_of_states(model, plan, out.alignment);
    if (out.bytes == 0 && !o.external_arenas) out.bytes = out.alignment;  // no object is empty
    return out;
}

}  // namespace onnx2hpp
