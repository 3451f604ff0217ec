// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/label_map.hpp>
#include <onnx2hpp/onnx/element_types.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using texts = std::vector<std::string>;

/// A list of labels: strings, or a tensor; empty where there is none.
struct label_list {
    texts strings;
    shared_tensor numbers;

    std::size_t count() const {
        return numbers ? static_cast<std::size_t>(element_count(numbers->dims)) : strings.size();
    }
    bool exists() const { return numbers || !strings.empty(); }
};

template <class T>
shared_tensor list_of(dtype type, const std::vector<T>& numbers) {
    return tensor_of(type, {static_cast<std::int64_t>(numbers.size())}, numbers);
}

/// The attribute of this name in any form that a tensor can have.
label_list from_tensor(const node& n, const std::string& name) {
    if (const auto strings = find_attribute<texts>(n, name)) return {*strings, nullptr};
    if (const auto reals = find_attribute<std::vector<double>>(n, name))
        return {{}, list_of(dtype::f32, std::vector<float>(reals->begin(), reals->end()))};
    if (const auto tensor = find_attribute<shared_tensor>(n, name))
        return {{}, reshaped(**tensor, {element_count((*tensor)->dims)})};
    return {};
}

/// Attributes `<role>_strings`, `<role>_int64s`, `<role>_floats` and `<role>_tensor`.
label_list list_called(const node& n, const std::string& role) {
    if (const auto strings = find_attribute<texts>(n, role + "_strings"))
        return {*strings, nullptr};
    if (const auto integers = find_attribute<extents>(n, role + "_int64s"))
        return {{}, list_of(dtype::i64, *integers)};
    if (const auto reals = find_attribute<std::vector<float>>(n, role + "_floats"))
        return {{}, list_of(dtype::f32, *reals)};
    return from_tensor(n, role + "_tensor");
}

/// What is given where no key fits, as a list of one.
label_list default_of(const node& n, const label_list& values) {
    if (const label_list given = from_tensor(n, "default_tensor"); given.exists()) return given;
    if (!values.numbers) return {{text_attribute(n, "default_string", "_Unused")}, nullptr};
    if (values.numbers->type == dtype::f32)
        return {{}, list_of<float>(dtype::f32, {real_attribute(n, "default_float", -0.0f)})};
    return {{},
            make_tensor(values.numbers->type, {1},
                        std::vector<std::int64_t>{integer_attribute(n, "default_int64", -1)})};
}

label_list appended(const node& n, label_list list, const label_list& last) {
    const bool fits =
        list.numbers ? last.numbers && last.numbers->type == list.numbers->type : !last.numbers;
    if (!fits || last.count() != 1) fail_bad_input(n, "its default is not one of its values");
    list.strings.insert(list.strings.end(), last.strings.begin(), last.strings.end());
    if (!list.numbers) return list;
    tensor_data all = *list.numbers;
    all.dims[0] += 1;
    all.bytes.insert(all.bytes.end(), last.numbers->bytes.begin(), last.numbers->bytes.end());
    list.numbers = std::make_shared<const tensor_data>(std::move(all));
    return list;
}

/// Version 1 maps the strings of a list to their places, or back.
struct keyed_lists {
    label_list keys, values;
};

keyed_lists lists_of_first_version(const node& n, const value& x) {
    const texts classes = find_attribute<texts>(n, "classes_strings").value_or(texts{});
    extents places(classes.size());
    std::iota(places.begin(), places.end(), std::int64_t{0});
    const label_list strings{classes, nullptr}, numbers{{}, list_of(dtype::i64, places)};
    return x.is_text() ? keyed_lists{strings, numbers} : keyed_lists{numbers, strings};
}

bool repeats(const label_list& keys) {
    texts sorted = keys.strings;
    if (keys.numbers)
        for (const double number : numbers_of(*keys.numbers))
            sorted.push_back(fmt::format("{}", number));
    std::sort(sorted.begin(), sorted.end());
    return std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
}

void check(const node& n, const label_list& keys, const label_list& values, const value& x) {
    if (!keys.exists() || !values.exists() || keys.count() != values.count())
        fail_bad_input(n,
                       fmt::format("it has {} keys and {} values", keys.count(), values.count()));
    for (const label_list* list : {&keys, &values})
        if (list->numbers && !is_readable(list->numbers->type))
            fail_unsupported(n, "its labels are " + name_of(list->numbers->type),
                             "use float, integers or strings");
    const bool fits = keys.numbers ? !x.is_text() && keys.numbers->type == x.type : x.is_text();
    if (!fits)
        fail_bad_input(n, fmt::format("its keys are {}, but its input is {}",
                                      keys.numbers ? name_of(keys.numbers->type) : "string",
                                      x.is_text() ? "string" : name_of(x.type)));
    if (n.since < 4 && repeats(keys))
        fail_unsupported(n, "runtimes disagree about a key that is there twice", "leave out one");
}

}  // namespace

std::size_t label_map::count() const {
    return keys ? static_cast<std::size_t>(element_count(keys->dims)) : text_keys.size();
}

label_map label_map_of(const node& n, const value& x) {
    const auto [keys, values] = n.since == 1
                                    ? lists_of_first_version(n, x)
                                    : keyed_lists{list_called(n, "keys"), list_called(n, "values")};
    check(n, keys, values, x);
    const label_list all = appended(n, values, default_of(n, values));
    return {keys.numbers, keys.strings, all.numbers, all.strings};
}

}  // namespace onnx2hpp
