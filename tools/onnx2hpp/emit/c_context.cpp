// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_context.hpp>

#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/layout/arena_kind.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Whether the context keeps that states are set, or that constants are where they are read.
bool has_latch(const lowered_model& model, const options& o, bool has_constants) {
    if (has_constants || (o.external_arenas && model.state_count > 0)) return true;
    const auto first = model.inputs.end() - std::ptrdiff_t(model.state_count);
    return std::any_of(first, model.inputs.end(),
                       [&](int t) { return model.tensors[std::size_t(t)].quant.zero_point != 0; });
}

/// Arenas of a C interface, those that are not scratch only where they have bytes.
class arena_list {
public:
    arena_list(const options& o, const target& t, bool has_placed_states)
        : o_(o), target_(t), has_placed_states_(has_placed_states) {}

    void add(arena_kind kind, int region, std::int64_t bytes) {
        const bool is_context_s = kind == arena_kind::persistent && !has_placed_states_;
        const bool has_section =
            !is_context_s && o_.memories && (*o_.memories)[region].section[0] != '\0';
        regions.push_back({prefix_of(kind) + name_of_region(region),
                           planning::number_of_arena(target_, kind, region), bytes,
                           !o_.external_arenas && !has_section});
    }

    std::vector<c_region> regions;

private:
    /// How the name of an arena begins. Arenas of the kind scratch are named as their regions.
    static std::string prefix_of(arena_kind kind) {
        return kind == arena_kind::scratch ? "" : name_of(kind) + std::string("_");
    }

    std::string name_of_region(int region) const {
        if (o_.memories) return (*o_.memories)[region].name;
        return region == planning::fast_space ? "fast" : "slow";
    }

    const options& o_;
    const target& target_;
    bool has_placed_states_;
};

/// The arenas of a C interface: scratch of each region, states, and staged constants.
std::vector<c_region> arenas_of(const lowered_model& model, const options& o,
                                const header_plan& plan, const target& board,
                                const std::vector<constant_block>& blocks) {
    arena_list arenas(o, board, region_of_states(model) >= 0);
    for (int r = 0; r < planning::count_regions(board); ++r)
        arenas.add(arena_kind::scratch, r, plan.region_bytes[std::size_t(r)]);
    if (model.state_count > 0)
        arenas.add(arena_kind::persistent, region_for_states(model, o),
                   bytes_of_states(model, plan, plan.alignment));
    for (const constant_block& b : blocks) arenas.add(arena_kind::constant, b.destination, b.bytes);
    return std::move(arenas.regions);
}

/// How many addresses a context holds: of a blob, and of arenas that are bound at run time.
int count_pointers(const lowered_model& model, const options& o, const target& board,
                   bool has_blocks) {
    const int blobs = o.weights == weight_form::blob ? 1 : 0;
    if (!o.external_arenas) return blobs;
    const int states = model.state_count > 0 ? region_for_states(model, o) : -1;
    return blobs + planning::count_arenas(board, states, has_blocks);
}

}  // namespace

c_context make_c_context(const lowered_model& model, const options& o,
                         const std::vector<owned_hint>& hints) {
    const header_plan plan = plan_of_header(model, o, hints);
    const target board{.memories = o.memories};
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    const bool has_constants = !blocks.empty() || !model.packed.empty();
    c_context out{
        arenas_of(model, o, plan, board, blocks), count_pointers(model, o, board, !blocks.empty()),
        0, std::max(plan.alignment, has_constants ? constant_alignment : least_arena_alignment),
        blocks.size()};
    for (const c_region& r : out.regions)
        if (r.is_in_context) out.bytes += planning::align_up(r.bytes, out.alignment);
    if (has_latch(model, o, has_constants)) out.bytes += out.alignment;
    if (out.bytes == 0 && out.pointer_count == 0) out.bytes = out.alignment;  // no object is empty
    return out;
}

}  // namespace onnx2hpp
