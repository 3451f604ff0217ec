// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/cell_reader.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/passes/taken_place.hpp>
#include <onnx2hpp/passes/unrolled_cell.hpp>

#include <algorithm>
#include <unordered_set>

namespace onnx2hpp {
namespace {

constexpr std::size_t most_on_the_way = 12, most_in_first_step = 96;

/// How many vectors a value has, and what they have in common.
std::int64_t rows_of(const value& v) {
    return v.dims.empty() || v.dims.back() == 0 ? 0 : element_count(v.dims) / v.dims.back();
}

bool are_rows_in_place(const value& a, const value& b) {
    return !a.dims.empty() && a.dims.size() == b.dims.size() &&
           std::equal(a.dims.begin(), a.dims.end() - 1, b.dims.begin());
}

/// The only input that is not constant, or absent.
value_id only_variable(const rewriter& r, const node& n) {
    value_id found = absent;
    for (const value_id v : n.inputs) {
        if (v == absent || r.is_constant(v)) continue;
        if (found != absent) return absent;
        found = v;
    }
    return found;
}

/// Walks from what a step reads to the sequence.
class way_finder {
public:
    explicit way_finder(const rewriter& r) : r(r) {}

    std::optional<sequence_way> found(value_id v) {
        while (way.taker < 0 || !multiplies) {
            const int n = r.producer_of(v);
            const value_id from = n < 0 ? absent : only_variable(r, r.at(n));
            if (from == absent || way.nodes.size() == most_on_the_way || !pass(n, from)) return {};
            v = from;
        }
        way.sequence = v;
        std::reverse(way.nodes.begin(), way.nodes.end());
        return way;
    }

private:
    bool pass(int n, value_id from) {
        way.nodes.push_back(n);
        multiplies = multiplies || is_product(r.at(n));
        if (way.taker < 0)
            return take(n) || rows_of(r.at_value(r.at(n).outputs[0])) == rows_of(r.at_value(from));
        return reverse(n) || are_rows_in_place(r.at_value(from), r.at_value(r.at(n).outputs[0]));
    }

    bool take(int n) {
        const auto taken = taken_place_of(r, r.at(n));
        if (!taken || taken->axis + 1 == r.at_value(r.at(n).inputs[0]).dims.size()) return false;
        way.taker = n;
        way.axis = taken->axis;
        way.place = taken->place;
        return true;
    }

    bool reverse(int n) {
        if (reversed_axis_of(r, r.at(n)) != way.axis) return false;
        way.is_reversed = !way.is_reversed;
        way.place = r.at_value(r.at(n).inputs[0]).dims[way.axis] - 1 - way.place;
        return true;
    }

    const rewriter& r;
    sequence_way way;
    bool multiplies = false;
};

/// What takes the step's place, or turns the sequence around before, leaves rows as they are; the
/// reader knows all others. Behind the taker the same axis may be another one.
void read_way(const rewriter& r, cell_reader& reader, const sequence_way& way) {
    bool is_taken = false;
    for (const int n : way.nodes) {
        const node& at = r.at(n);
        const bool moves_rows =
            n == way.taker || (!is_taken && reversed_axis_of(r, at) == way.axis);
        is_taken = is_taken || n == way.taker;
        if (moves_rows)
            reader.add_rows(at.outputs[0], at.inputs[0]);
        else
            reader.read(at);
    }
}

void read_all(const rewriter& r, cell_reader& reader, const std::vector<int>& nodes) {
    for (const int n : nodes) reader.read(r.at(n));
}

bool begins_alike(const sequence_way& a, const sequence_way& b) {
    return a.sequence == b.sequence && a.axis == b.axis && a.place == b.place;
}

/// Says which of the pattern's others come from a sequence, the same place for all, and which is c.
bool take_others(const rewriter& r, unrolled_cell& found) {
    for (const value_id v : found.pattern.others) {
        auto way = way_to(r, v);
        if (!way && found.c != absent) return false;
        if (!way)
            found.c = v;
        else if (!found.ways.empty() && !begins_alike(*way, found.ways[0].second))
            return false;
        else
            found.ways.emplace_back(v, std::move(*way));
    }
    return !found.ways.empty();
}

/// Whether each sequence of the batch has a state.
bool have_as_many_rows(const rewriter& r, const unrolled_cell& found) {
    const std::int64_t rows = rows_of(r.at_value(found.pattern.h));
    const auto fits = [&](value_id v) { return rows_of(r.at_value(v)) == rows; };
    return std::all_of(found.ways.begin(), found.ways.end(),
                       [&](const auto& way) { return fits(way.first); }) &&
           (found.c == absent || fits(found.c)) && fits(found.pattern.next_h);
}

/// The cell with c; next_c is whatever makes it one.
std::optional<recurrent_cell> find_lstm(const rewriter& r, const cell_reader& reader,
                                        lstm_step step, value_id& next_c,
                                        const std::vector<int>& nodes) {
    for (const int n : nodes) {
        const auto made = reader.form_of(r.at(n).outputs[0]);
        if (!made) continue;
        step.next_c = *made;
        if (auto cell = lstm_of(reader.atoms, step)) {
            next_c = r.at(n).outputs[0];
            return cell;
        }
    }
    return {};
}

std::optional<recurrent_cell> read_cell(const rewriter& r, unrolled_cell& found) {
    cell_reader reader(r.model);
    cell_step step{.x = reader.add_input(found.ways[0].second.sequence),
                   .h = reader.add_input(found.pattern.h),
                   .next_h = {}};
    const int c = found.c == absent ? -1 : reader.add_input(found.c);
    for (const auto& way : found.ways) read_way(r, reader, way.second);
    read_all(r, reader, found.pattern.nodes);
    const auto next_h = reader.form_of(found.pattern.next_h);
    if (!next_h || next_h->width != r.at_value(found.pattern.h).dims.back()) return {};
    step.next_h = *next_h;
    if (c >= 0) return find_lstm(r, reader, {step, c, {}}, found.next_c, found.pattern.nodes);
    if (auto gru = gru_of(reader.atoms, step)) return gru;
    return rnn_of(reader.atoms, step);
}

/// The nodes that make v of constants and of one place of what the taker of `like` takes from.
class first_step_finder {
public:
    first_step_finder(const rewriter& r, const sequence_way& like) : r(r), like(like) {}

    bool visit(value_id v) {
        if (r.is_constant(v) || v == absent || seen.contains(v)) return true;
        const int n = r.producer_of(v);
        if (n < 0 || r.at(n).outputs.size() != 1 || seen.size() == most_in_first_step) return false;
        seen.insert(v);
        if (takes(r.at(n))) return true;
        const std::vector<value_id>& inputs = r.at(n).inputs;
        if (!std::all_of(inputs.begin(), inputs.end(), [&](value_id i) { return visit(i); }))
            return false;
        nodes.push_back(n);
        return true;
    }

    /// The place of the sequence that the nodes take; nothing unless all take one place.
    std::optional<std::int64_t> place() const {
        if (places.empty()) return {};
        const auto same = std::count(places.begin(), places.end(), places.front());
        return same == std::ssize(places) ? std::optional(places.front()) : std::nullopt;
    }

    std::vector<value_id> taken{};
    std::vector<int> nodes{};

private:
    bool takes(const node& n) {
        if (n.inputs[0] != r.at(like.taker).inputs[0]) return false;
        const auto found = taken_place_of(r, n);
        if (!found || found->axis != like.axis) return false;
        const std::int64_t count = r.at_value(n.inputs[0]).dims[found->axis];
        places.push_back(like.is_reversed ? count - 1 - found->place : found->place);
        taken.push_back(n.outputs[0]);
        return true;
    }

    const rewriter& r;
    const sequence_way& like;
    std::unordered_set<value_id> seen{};
    extents places{};
};

}  // namespace

bool is_product(const node& n) { return is_one_of(n, {"MatMul", "Gemm"}); }

std::optional<sequence_way> way_to(const rewriter& r, value_id v) { return way_finder(r).found(v); }

bool are_alike(const rewriter& r, const sequence_way& a, const sequence_way& b) {
    if (a.sequence != b.sequence || a.axis != b.axis || a.is_reversed != b.is_reversed ||
        a.nodes.size() != b.nodes.size())
        return false;
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        const bool take = a.nodes[i] == a.taker;
        if (take != (b.nodes[i] == b.taker)) return false;
        if (!take && !are_alike(r, r.at(a.nodes[i]), r.at(b.nodes[i]))) return false;
    }
    return r.at(a.taker).inputs[0] == r.at(b.taker).inputs[0];
}

std::optional<unrolled_cell> cell_of(const rewriter& r, const step_pattern& pattern) {
    unrolled_cell found{.pattern = pattern, .cell = {}};
    if (!take_others(r, found) || !have_as_many_rows(r, found)) return {};
    auto cell = read_cell(r, found);
    if (!cell) return {};
    found.cell = std::move(*cell);
    return found;
}

std::optional<step_from_zeros> find_step_from_zeros(const rewriter& r, const unrolled_cell& cell,
                                                    value_id h, value_id c) {
    first_step_finder first(r, cell.ways[0].second);
    const auto place = first.visit(h) && first.visit(c) ? first.place() : std::nullopt;
    if (!place) return {};
    cell_reader reader(r.model);
    reader.add_input(cell.ways[0].second.sequence);
    reader.add_zeros(cell.pattern.h);
    if (cell.c != absent) reader.add_zeros(cell.c);
    for (const auto& way : cell.ways) read_way(r, reader, way.second);
    read_all(r, reader, cell.pattern.nodes);
    for (const value_id v : first.taken)
        reader.add_rows(v, r.at(cell.ways[0].second.taker).inputs[0]);
    read_all(r, reader, first.nodes);
    const auto is_made = [&](value_id v, value_id like) {
        const auto made = reader.form_of(v);
        return v == absent || (made && made == reader.form_of(like));
    };
    if (!is_made(h, cell.pattern.next_h) || !is_made(c, cell.next_c)) return {};
    return step_from_zeros{*place, first.nodes};
}

}  // namespace onnx2hpp
