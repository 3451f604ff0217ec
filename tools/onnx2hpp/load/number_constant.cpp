// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/number_constant.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <type_traits>

namespace onnx2hpp {
namespace {

/// ONNX's name of a type, and its range where it is an integer.
template <class T>
std::string described(tigris::dtype type) {
    if constexpr (!std::is_integral_v<T>) return name_of(type);
    const T highest = type == tigris::dtype::boolean ? T{1} : std::numeric_limits<T>::max();
    return fmt::format("{} ({} to {})", name_of(type), +std::numeric_limits<T>::min(), +highest);
}

template <class T>
T number_from(const std::string& label, tigris::dtype type, const std::string& word) {
    T number{};
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, number);
    const bool is_bool = type != tigris::dtype::boolean || number == T{0} || number == T{1};
    if (stop != end || error != std::errc{} || !is_bool)
        fail_bad_input(fmt::format("{}: {} is no {}, which the model's input is", label,
                                   in_quotes(word), described<T>(type)));
    return number;
}

extents shape_for(const std::string& label, const std::optional<extents>& declared,
                  std::int64_t count) {
    if (!declared) return count == 1 ? extents{} : extents{count};
    extents dims = *declared;
    const auto open = std::find(dims.begin(), dims.end(), -1);
    if (open != dims.end()) {
        *open = 1;
        const std::int64_t others = element_count(dims);
        if (others > 0) *open = count / others;
    }
    if (std::count(dims.begin(), dims.end(), -1) > 0 || element_count(dims) != count)
        fail_bad_input(fmt::format("{}: {} numbers do not fill the model's input of shape {}",
                                   label, count, declared_to_text(*declared)));
    return dims;
}

}  // namespace

std::shared_ptr<const tensor_data> number_constant(const declaration& declared,
                                                   const std::string& name,
                                                   const std::vector<std::string>& numbers) {
    const std::string label = "--constant " + name;
    if (!declared.type) fail_bad_input(label + ": the model's input has no element type");
    const tigris::dtype type = *declared.type;
    const extents dims = shape_for(label, declared.dims, std::ssize(numbers));
    shared_tensor result;
    const bool is_known = with_element(type, [&](auto zero) {
        std::vector<decltype(zero)> elements;
        for (const std::string& word : numbers)
            elements.push_back(number_from<decltype(zero)>(label, type, word));
        result = tensor_of(type, dims, elements);
    });
    if (!is_known)
        fail_unsupported(
            fmt::format("{}: numbers of type {} cannot be written here", label, name_of(type)),
            "write them into a file, a TensorProto");
    return result;
}

}  // namespace onnx2hpp
