// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/tiles.hpp>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::int32_t rows_made(const owned_plan& p, std::size_t k) {
    return p.buffers[std::size_t(p.tasks[k].output)].height;
}

bool may_be_raised(const owned_plan& p, int k) {
    for (const planning::segment_plan& s : p.segments)
        if (s.begin <= k && k < s.end) return !s.whole && s.strips == 1 && s.parts == 1;
    return false;
}

/// Tasks whose heights may be raised, those with the most calls first.
std::vector<std::size_t> tasks_to_raise(const owned_plan& p) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < p.tasks.size(); ++k) {
        const planning::task_plan& t = p.tasks[k];
        if (may_be_raised(p, int(k)) && !t.whole && planning::may_make_rows(t) &&
            rows_made(p, k) > 1)
            found.push_back(k);
    }
    std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
        return rows_made(p, a) > rows_made(p, b);
    });
    return found;
}

/// The tallest that fits and pays.
bool raise_one(planner& plans, candidate& best, std::size_t k, int& tries, std::int64_t most_work) {
    const std::int32_t rows = rows_made(best.plan, k);
    for (const std::int32_t tile : {rows, 8, 4, 2}) {
        if (tile > rows || tile <= best.hint.tiles[k] || plans.work() >= most_work) continue;
        if (tries-- <= 0) continue;
        owned_hint hint = best.hint;
        hint.tiles[k] = tile;
        candidate made = try_hint(plans, std::move(hint));
        if (!is_better(made, best)) continue;
        best = std::move(made);
        return true;
    }
    return false;
}

}  // namespace

candidate improve_tiles(planner& plans, const candidate& best, int tries, std::int64_t work) {
    const std::int64_t most_work = plans.work() + work;
    owned_hint hint = best.hint;
    hint.tiles.resize(best.plan.tasks.size());
    hint.fast_offsets.clear();
    hint.slow_offsets.clear();
    candidate raised = try_hint(plans, std::move(hint));
    for (bool any = true; any && tries > 0;) {
        any = false;
        for (const std::size_t k : tasks_to_raise(raised.plan))
            any |= raise_one(plans, raised, k, tries, most_work);
    }
    return is_better(raised, best) ? raised : best;
}

}  // namespace onnx2hpp
