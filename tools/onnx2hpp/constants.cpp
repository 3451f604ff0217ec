// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>

#include <cstring>
#include <type_traits>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Integers of reals that are none, as in files that are not checked yet, are 0.
template <class Number, class T>
Number as(T element) {
    constexpr double beyond = 9223372036854775808.0;  // 2^63
    if constexpr (std::is_integral_v<Number> && !std::is_integral_v<T>) {
        const auto x = static_cast<double>(element);
        return x >= -beyond && x < beyond ? static_cast<Number>(x) : 0;
    } else {
        return static_cast<Number>(element);
    }
}

template <class Number>
std::vector<Number> read(const tensor_data& t) {
    std::vector<Number> result;
    with_element(t.type, [&]<class T>(T) {
        const std::vector<T> elements = elements_of<T>(t);
        result.reserve(elements.size());
        for (const T element : elements) result.push_back(as<Number>(element));
    });
    return result;
}

template <class Number>
shared_tensor constant_of(dtype type, const extents& dims, const std::vector<Number>& numbers) {
    shared_tensor result;
    with_element(type, [&]<class T>(T) {
        tensor_data made{type, dims, std::vector<std::byte>(numbers.size() * sizeof(T))};
        std::byte* to = made.bytes.data();
        for (const Number number : numbers) {
            const auto element = static_cast<T>(number);
            std::memcpy(std::exchange(to, to + sizeof(T)), &element, sizeof(T));
        }
        result = std::make_shared<const tensor_data>(std::move(made));
    });
    return result;
}

}  // namespace

void set_constant(value& v, shared_tensor data) {
    v.constant = std::move(data);
    v.type = v.constant->type;
    v.dims = v.constant->dims;
    v.shape_known = true;
}

std::int64_t element_count(const extents& dims) {
    std::int64_t count = 1;
    for (const std::int64_t extent : dims) count *= extent;
    return count;
}

bool is_readable(dtype type) {
    return with_element(type, [](auto) {});
}

bool is_real(dtype type) { return type == dtype::f32 || type == dtype::f64; }

std::vector<double> numbers_of(const tensor_data& t) { return read<double>(t); }

std::vector<std::int64_t> integers_of(const tensor_data& t) { return read<std::int64_t>(t); }

shared_tensor make_tensor(dtype type, const extents& dims, const std::vector<double>& numbers) {
    return constant_of(type, dims, numbers);
}

shared_tensor make_tensor(dtype type, const extents& dims,
                          const std::vector<std::int64_t>& numbers) {
    return constant_of(type, dims, numbers);
}

shared_tensor reshaped(const tensor_data& t, const extents& dims) {
    return std::make_shared<const tensor_data>(tensor_data{t.type, dims, t.bytes});
}

shared_tensor permuted(const tensor_data& t, const std::vector<int>& axes) {
    const std::size_t rank = axes.size(), width = static_cast<std::size_t>(bits_of(t.type)) / 8;
    std::vector<std::size_t> stride(rank, width), step(rank);
    for (std::size_t axis = rank; axis-- > 1;)
        stride[axis - 1] = stride[axis] * static_cast<std::size_t>(t.dims[axis]);
    tensor_data result{t.type, extents(rank), std::vector<std::byte>(t.bytes.size())};
    for (std::size_t place = 0; place < rank; ++place) {
        result.dims[place] = t.dims[static_cast<std::size_t>(axes[place])];
        step[place] = stride[static_cast<std::size_t>(axes[place])];
    }
    std::vector<std::int64_t> position(rank, 0);
    std::size_t from = 0;
    for (std::size_t to = 0; to < result.bytes.size(); to += width) {
        std::memcpy(&result.bytes[to], &t.bytes[from], width);
        for (std::size_t place = rank; place-- > 0;) {
            from += step[place];
            if (++position[place] < result.dims[place]) break;
            from -= step[place] * static_cast<std::size_t>(result.dims[place]);
            position[place] = 0;
        }
    }
    return std::make_shared<const tensor_data>(std::move(result));
}

}  // namespace onnx2hpp
