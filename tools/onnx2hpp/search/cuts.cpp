// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/cuts.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using segments = std::vector<segment_hint>;

/// Several tasks row by row.
segment_hint chain(int end, bool spills) { return {std::int16_t(end), false, spills, 1}; }

/// The same, whose rows pass as those of another segment do.
segment_hint chain_like(const segment_hint& like, int end, bool spills) {
    segment_hint made = chain(end, spills);
    made.parts = like.parts, made.again = like.again, made.keeps = like.keeps;
    return made;
}

int begin_of(const segments& all, std::size_t i) { return i == 0 ? 0 : all[i - 1].end; }

void add_merged(const segments& all, std::size_t i, std::vector<segments>& out) {
    if (i + 1 == all.size()) return;
    segments made = all;
    made.erase(made.begin() + std::ptrdiff_t(i) + 1);
    for (const segment_hint& like : {segment_hint{}, all[i], all[i + 1]}) {
        made[i] = chain_like(like, all[i + 1].end, all[i + 1].spills);
        out.push_back(made);
    }
}

void add_split(const segments& all, std::size_t i, std::vector<segments>& out) {
    for (int at = begin_of(all, i) + 1; at < all[i].end; ++at) {
        segments made = all;
        made[i] = chain(all[i].end, all[i].spills);
        made.insert(made.begin() + std::ptrdiff_t(i), chain(at, false));
        out.push_back(made);
        if (all[i].parts == 1) continue;
        made[i] = chain_like(all[i], at, false);
        made[i + 1] = chain_like(all[i], all[i].end, all[i].spills);
        out.push_back(std::move(made));
    }
}

void add_moved(const segments& all, std::size_t i, std::vector<segments>& out) {
    if (i + 1 == all.size()) return;
    for (const int by : {-1, 1, -2, 2, -3, 3}) {
        const int end = all[i].end + by;
        if (end <= begin_of(all, i) || end >= all[i + 1].end) continue;
        segments made = all;
        made[i] = chain(end, all[i].spills);
        made[i + 1] = chain(all[i + 1].end, all[i + 1].spills);
        out.push_back(made);
        if (all[i].parts == 1 && all[i + 1].parts == 1) continue;
        made[i] = chain_like(all[i], end, all[i].spills);
        made[i + 1] = chain_like(all[i + 1], all[i + 1].end, all[i + 1].spills);
        out.push_back(std::move(made));
    }
}

/// Some segments as one that runs in strips.
void add_striped(const segments& all, std::size_t i, std::vector<segments>& out) {
    for (std::size_t last = i + 1; last < all.size() && last < i + 10; ++last)
        for (const int strips : {2, 3, 4}) {
            segments made = all;
            made[i] = chain(all[last].end, all[last].spills);
            made[i].strips = std::int8_t(strips);
            made.erase(made.begin() + std::ptrdiff_t(i) + 1,
                       made.begin() + std::ptrdiff_t(last) + 1);
            out.push_back(std::move(made));
        }
}

template <class Change>
void add_changed(const segments& all, std::size_t i, std::vector<segments>& out,
                 const Change& change) {
    segments made = all;
    change(made[i]);
    if (made[i] != all[i]) out.push_back(std::move(made));
}

/// Rows pass in so many parts, those under windows as a whole, made again or kept.
void add_parted(const segments& all, std::size_t i, int parts, std::vector<segments>& out) {
    using planning::windows;
    for (const windows how : {windows::whole, windows::again, windows::kept})
        add_changed(all, i, out, [&](segment_hint& s) {
            s.parts = std::int8_t(parts);
            s.again = parts > 1 && how == windows::again;
            s.keeps = parts > 1 && how == windows::kept;
        });
}

std::vector<std::int32_t> key_of(const segments& all) {
    std::vector<std::int32_t> key;
    for (const segment_hint& s : all)
        key.push_back(s.end << 16 | s.again << 15 | s.keeps << 14 | s.parts << 8 | s.strips << 2 |
                      s.whole << 1 | int(s.spills));
    return key;
}

}  // namespace

std::vector<segments> cut_search::neighbors(const candidate& c) const {
    const segments& all = c.hint.segments;
    std::vector<segments> out;
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
    for (segments& near : neighbors(best)) {
        if (is_over()) return false;
        if (!tried_.insert(key_of(near)).second) continue;
        --tries_;
        owned_hint hint{.target = best.hint.target, .segments = std::move(near)};
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
        std::vector<segments> near = neighbors(from);
        if (near.empty()) break;
        owned_hint hint{.target = best.hint.target,
                        .segments = near[std::size_t(random_.below(int(near.size())))]};
        candidate made = try_hint(plans_, std::move(hint));
        --tries_;
        if (made.is_possible()) from = std::move(made);
    }
    return improve(std::move(from));
}

}  // namespace onnx2hpp
