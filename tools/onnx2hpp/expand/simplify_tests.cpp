// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/forest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace onnx2hpp {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// The largest float that is not above a number.
float floor_to_float(double number) {
    const auto nearest = static_cast<float>(number);
    return static_cast<double>(nearest) > number ? std::nextafter(nearest, -infinity) : nearest;
}

bool is_float(double number) { return static_cast<double>(static_cast<float>(number)) == number; }

/// No number equals NaN; whether NaN itself passes is said apart.
void never_pass(forest_node& at) {
    at.mode = branch_mode::eq;
    at.value = std::numeric_limits<double>::quiet_NaN();
}

/// A float is below a number if it is not above the float before it.
void make_at_most(forest_node& at) {
    const bool is_strict = at.mode == branch_mode::lt;
    float highest = floor_to_float(at.value);
    at.mode = branch_mode::leq;
    if (is_strict && static_cast<double>(highest) == at.value) {
        if (highest == -infinity) return never_pass(at);
        highest = std::nextafter(highest, -infinity);
    }
    at.value = static_cast<double>(highest);
}

void make_equal(forest_node& at) {
    at.mode = branch_mode::eq;
    if (!is_float(at.value)) never_pass(at);
}

/// What passes the opposite test takes the other branch.
void make_opposite(forest_node& at, branch_mode mode, bool nan_is_true) {
    at.mode = mode;
    at.nan_is_true = !nan_is_true;
    std::swap(at.if_true, at.if_false);
}

/// NaN is unequal to everything.
void simplify_comparison(forest_node& at) {
    if (at.mode == branch_mode::gte) make_opposite(at, branch_mode::lt, at.nan_is_true);
    if (at.mode == branch_mode::gt) make_opposite(at, branch_mode::leq, at.nan_is_true);
    if (at.mode == branch_mode::neq) make_opposite(at, branch_mode::eq, true);
    if (at.mode == branch_mode::lt || at.mode == branch_mode::leq) make_at_most(at);
    if (at.mode == branch_mode::eq) make_equal(at);
}

/// Drops members of a set that are no floats: inputs never equal these.
void simplify_set(forest_node& at, const std::vector<double>& from, std::vector<double>& to) {
    const auto begin = from.begin() + at.set.first;
    std::vector<double> members;
    std::copy_if(begin, begin + at.set.count, std::back_inserter(members), is_float);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    at.set = {static_cast<std::uint32_t>(to.size()), static_cast<std::uint32_t>(members.size())};
    to.insert(to.end(), members.begin(), members.end());
    if (members.empty()) never_pass(at);
}

}  // namespace

void simplify_tests(forest& f) {
    std::vector<double> members;
    for (forest_node& at : f.nodes)
        if (at.mode == branch_mode::member)
            simplify_set(at, f.members, members);
        else if (at.mode != branch_mode::leaf)
            simplify_comparison(at);
    f.members = std::move(members);
}

}  // namespace onnx2hpp
