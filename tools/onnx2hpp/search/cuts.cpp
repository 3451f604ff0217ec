// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/cuts.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using segments = std::vector<segment_hint>;

/// Work (plan/work.hpp) per segment that a change copies and looks up.
constexpr std::int64_t work_of_change = 16;

/// Several tasks row by row.
segment_hint chain(int end, bool spills) { return {std::int16_t(end), false, spills, 1}; }

/// Several tasks row by row, whose rows pass as those of segment `like` do.
segment_hint chain_like(const segment_hint& like, int end, bool spills) {
    segment_hint made = chain(end, spills);
    made.parts = like.parts, made.again = like.again, made.keeps = like.keeps;
    return made;
}

int begin_of(const segments& all, std::size_t i) { return i == 0 ? 0 : all[i - 1].end; }

void add_merged(const segments& all, std::size_t i, std::vector<cut_change>& out) {
    if (i + 1 == all.size()) return;
    for (const segment_hint& like : {segment_hint{}, all[i], all[i + 1]})
        out.push_back({i, 2, 1, {chain_like(like, all[i + 1].end, all[i + 1].spills)}});
}

void add_split(const segments& all, std::size_t i, std::vector<cut_change>& out) {
    const segment_hint& whole = all[i];
    for (int at = begin_of(all, i) + 1; at < whole.end; ++at) {
        out.push_back({i, 1, 2, {chain(at, false), chain(whole.end, whole.spills)}});
        if (whole.parts == 1) continue;
        out.push_back(
            {i, 1, 2, {chain_like(whole, at, false), chain_like(whole, whole.end, whole.spills)}});
    }
}

void add_moved(const segments& all, std::size_t i, std::vector<cut_change>& out) {
    if (i + 1 == all.size()) return;
    const segment_hint &a = all[i], &b = all[i + 1];
    for (const int by : {-1, 1, -2, 2, -3, 3}) {
        const int end = a.end + by;
        if (end <= begin_of(all, i) || end >= b.end) continue;
        out.push_back({i, 2, 2, {chain(end, a.spills), chain(b.end, b.spills)}});
        if (a.parts == 1 && b.parts == 1) continue;
        out.push_back({i, 2, 2, {chain_like(a, end, a.spills), chain_like(b, b.end, b.spills)}});
    }
}

/// Adds changes that make some segments one that runs in strips.
void add_striped(const segments& all, std::size_t i, std::vector<cut_change>& out) {
    for (std::size_t last = i + 1; last < all.size() && last < i + 10; ++last)
        for (const int strips : {2, 3, 4}) {
            segment_hint made = chain(all[last].end, all[last].spills);
            made.strips = std::int8_t(strips);
            out.push_back({i, last - i + 1, 1, {made}});
        }
}

template <class Change>
void add_changed(const segments& all, std::size_t i, std::vector<cut_change>& out,
                 const Change& change) {
    segment_hint made = all[i];
    change(made);
    if (made != all[i]) out.push_back({i, 1, 1, {made}});
}

/// Adds changes of segment i to `parts` parts. Rows under windows are whole, made again or kept.
void add_parted(const segments& all, std::size_t i, int parts, std::vector<cut_change>& out) {
    using planning::windows;
    for (const windows how : {windows::whole, windows::again, windows::kept})
        add_changed(all, i, out, [&](segment_hint& s) {
            s.parts = std::int8_t(parts);
            s.again = parts > 1 && how == windows::again;
            s.keeps = parts > 1 && how == windows::kept;
        });
}

/// Adds a segment to the hash of those before it.
std::uint64_t hashed(std::uint64_t hash, const segment_hint& s) {
    const int how = s.end << 16 | s.again << 15 | s.keeps << 14 | s.parts << 8 | s.strips << 2 |
                    s.whole << 1 | int(s.spills);
    return random_sequence::mix(hash * 31 + std::uint32_t(how) + 1);
}

/// What tells apart the segments with different changes; without making them.
std::uint64_t hash_of(const segments& all, const cut_change& change) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < change.first; ++i) hash = hashed(hash, all[i]);
    for (int i = 0; i < change.count; ++i) hash = hashed(hash, change.made[i]);
    for (std::size_t i = change.first + change.removed; i < all.size(); ++i)
        hash = hashed(hash, all[i]);
    return hash;
}

segments with(const segments& all, const cut_change& change) {
    segments made = all;
    const auto begin = made.begin() + std::ptrdiff_t(change.first);
    const auto at = made.erase(begin, begin + std::ptrdiff_t(change.removed));
    made.insert(at, change.made, change.made + change.count);
    return made;
}

}  // namespace

std::vector<cut_change> cut_search::neighbors(const candidate& c) const {
    const segments& all = c.hint.segments;
    std::vector<cut_change> out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        add_merged(all, i, out);
        add_moved(all, i, out);
        add_split(all, i, out);
        if (all[i].end - begin_of(all, i) == 1)
            add_changed(all, i, out, [](segment_hint& s) { s.whole = !s.whole, s.strips = 1; });
        if (c.hint.target.slow > 0)
            add_changed(all, i, out, [](segment_hint& s) { s.spills = !s.spills; });
        if (all[i].strips == 1 && all[i].end - begin_of(all, i) > 1)
            for (const int parts : {1, 2, 4, 8, 16}) add_parted(all, i, parts, out);
        for (const int strips : {1, 2, 3, 4, 6, 8})
            if (all[i].strips > 1 || strips == 2)
                add_changed(all, i, out, [&](segment_hint& s) {
                    s.whole = s.again = s.keeps = false, s.strips = std::int8_t(strips),
                    s.parts = 1;
                });
    }
    for (std::size_t i = 0; i < all.size(); ++i) add_striped(all, i, out);
    return out;
}

bool cut_search::take_better(candidate& best) {
    for (const cut_change& change : neighbors(best)) {
        if (is_over()) return false;
        plans_.spend(std::int64_t(best.hint.segments.size()) * work_of_change);
        if (!tried_.insert(hash_of(best.hint.segments, change)).second) continue;
        --tries_;
        owned_hint hint{.target = best.hint.target,
                        .scratch = best.hint.scratch,
                        .segments = with(best.hint.segments, change)};
        candidate made = try_hint(plans_, std::move(hint));
        if (!is_better(made, best)) continue;
        best = std::move(made);
        return true;
    }
    return false;
}

candidate cut_search::improve(candidate best) {
    while (take_better(best)) {
    }
    return best;
}

candidate cut_search::improve_from_near(const candidate& best, int steps) {
    candidate from = best;
    for (int step = 0; step < steps; ++step) {
        const std::vector<cut_change> near = neighbors(from);
        if (near.empty()) break;
        const cut_change& change = near[std::size_t(random_.below(int(near.size())))];
        candidate made = try_hint(plans_, {.target = best.hint.target,
                                           .scratch = best.hint.scratch,
                                           .segments = with(from.hint.segments, change)});
        --tries_;
        if (made.is_possible()) from = std::move(made);
    }
    return improve(std::move(from));
}

}  // namespace onnx2hpp
