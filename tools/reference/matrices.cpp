// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of matrices and their kin.

#include <reference/call.hpp>
#include <reference/products.hpp>
#include <reference/quantization.hpp>

#include <algorithm>
#include <cmath>

namespace reference {

tensor with_swapped_axes(const tensor& x) {
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < x.rank(); ++i) axes.push_back(i);
    std::swap(axes.at(axes.size() - 1), axes.at(axes.size() - 2));
    return transposed(x, axes);
}

tensor matrix_product(const tensor& left, const tensor& right) {
    tensor a = left;
    tensor b = right;
    if (left.rank() == 1) a.dims = {1, left.dims[0]};
    if (right.rank() == 1) b.dims = {right.dims[0], 1};
    const std::int64_t rows = a.extent(-2);
    const std::int64_t inner = a.extent(-1);
    const std::int64_t columns = b.extent(-1);
    if (inner != b.extent(-2)) throw std::invalid_argument("matrices that do not fit");
    shape lead = broadcast({a.dims.begin(), a.dims.end() - 2}, {b.dims.begin(), b.dims.end() - 2});
    const auto with = [&](std::int64_t m, std::int64_t n) {
        shape dims = lead;
        dims.push_back(m);
        dims.push_back(n);
        return dims;
    };
    a = broadcast_to(a, with(rows, inner));
    b = broadcast_to(b, with(inner, columns));
    tensor y(element_type::float64, with(rows, columns));
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t matrix = i / (rows * columns);
        const std::int64_t row = i / columns % rows;
        double sum = 0;
        for (std::int64_t k = 0; k < inner; ++k)
            sum += a.number((matrix * rows + row) * inner + k) *
                   b.number((matrix * inner + k) * columns + i % columns);
        y.set(i, sum);
    }
    if (left.rank() > 1) lead.push_back(rows);
    if (right.rank() > 1) lead.push_back(columns);
    return reshaped(y, lead);
}

namespace {

/// Codes less their zero point: one, or one for each row or column.
tensor centred_lines(const tensor& codes, const tensor* zero_point, std::int64_t axis) {
    const tensor one = reals({}, {1}, element_type::float64);
    if (!zero_point || zero_point->rank() < 2) return dequantize(codes, one, zero_point, axis);
    const tensor zeros = broadcast_to(*zero_point, codes.dims);
    tensor result(element_type::float64, codes.dims);
    for (std::int64_t i = 0; i < codes.size(); ++i)
        result.set(i, double(codes.integer(i) - zeros.integer(i)));
    return result;
}

}  // namespace

tensor integer_product(const tensor& a, const tensor* a_zero, const tensor& b,
                       const tensor* b_zero) {
    return matrix_product(centred_lines(a, a_zero, -2), centred_lines(b, b_zero, -1));
}

namespace {

tensors matmul(const call& c) { return {as_type(matrix_product(c[0], c[1]), c[0].type)}; }

tensors matmul_integer(const call& c) {
    return {
        as_type(integer_product(c[0], c.has(2) ? &c[2] : nullptr, c[1], c.has(3) ? &c[3] : nullptr),
                element_type::int32)};
}

/// A factor that is one, one for each row of a, or one for each column of b, made to broadcast.
tensor factor(tensor scale, bool is_for_rows) {
    if (scale.rank() == 1 && is_for_rows) scale.dims.push_back(1);
    return scale;
}

tensors qlinear_matmul(const call& c) {
    tensor y = integer_product(c[0], &c[2], c[3], &c[5]);
    const tensor rows = broadcast_to(factor(c[1], y.rank() > 1 && c[1].size() > 1), y.dims);
    const tensor columns = broadcast_to(c[4], y.dims);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, y.number(i) * rows.number(i) * columns.number(i));
    return {quantize(y, c[6], &c[7], c[7].type)};
}

tensor gemm_product(const call& c, const tensor& a, const tensor& b) {
    return matrix_product(c.integer("transA", 0) ? with_swapped_axes(a) : a,
                          c.integer("transB", 0) ? with_swapped_axes(b) : b);
}

tensors gemm(const call& c) {
    tensor y = gemm_product(c, c[0], c[1]);
    const double alpha = c.real("alpha", 1);
    const double beta = c.real("beta", 1);
    const tensor addend = c.has(2) ? broadcast_to(c[2], y.dims) : tensor(y.type, y.dims);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, alpha * y.number(i) + beta * addend.number(i));
    return {as_type(y, c[0].type)};
}

/// com.microsoft: a Gemm, then the operator that `activation` names; activation_alpha is its alpha.
tensors fused_gemm(const call& c) {
    constexpr std::int64_t opset = 22;  // of the activation
    const std::string prefix = "activation_";
    const tensor y = gemm(c).at(0);
    const std::string name = c.text("activation", "");
    if (name.empty()) return {y};
    onnx::NodeProto function;
    for (const onnx::AttributeProto& each : c.node.attribute())
        if (each.name().starts_with(prefix)) {
            *function.add_attribute() = each;
            function.mutable_attribute()->rbegin()->set_name(each.name().substr(prefix.size()));
        }
    return operators().at(name)({function, opset, {&y}});
}

/// com.microsoft: a product of codes, a bias with the scale of the products, and floats without an
/// output scale.
tensors qgemm(const call& c) {
    const bool is_transposed = c.integer("transB", 0) != 0;
    tensor y = gemm_product(c, centred_lines(c[0], &c[2], -1),
                            centred_lines(c[3], &c[5], is_transposed ? 0 : 1));
    const double alpha = c.real("alpha", 1);
    const tensor bias = c.has(6) ? broadcast_to(c[6], y.dims) : tensor(y.type, y.dims);
    const tensor scales = broadcast_to(c[4], y.dims);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, (y.number(i) + bias.number(i)) * alpha * c[1].number(0) * scales.number(i));
    if (!c.has(7)) return {as_type(y, element_type::float32)};
    return {quantize(y, c[7], c.has(8) ? &c[8] : nullptr, c[0].type)};
}

tensor with_batch_behind(const tensor& x) {
    std::vector<std::size_t> axes;
    for (std::size_t i = 1; i + 1 < x.rank(); ++i) axes.push_back(i);
    axes.push_back(0);
    axes.push_back(x.rank() - 1);
    return transposed(x, axes);
}

/// com.microsoft: transBatch moves the first axis before the last one, before trans swaps them.
tensors fused_matmul(const call& c) {
    const auto prepared = [&](std::size_t i, const char* batch, const char* swap) {
        const tensor x = c.integer(batch, 0) ? with_batch_behind(c[i]) : c[i];
        return c.integer(swap, 0) && x.rank() > 1 ? with_swapped_axes(x) : x;
    };
    tensor y =
        matrix_product(prepared(0, "transBatchA", "transA"), prepared(1, "transBatchB", "transB"));
    for (double& each : y.reals) each *= c.real("alpha", 1);
    return {as_type(y, c[0].type)};
}

/// Bits [first, first + count) of little-endian bytes.
std::int64_t bits_at(const tensor& bytes, std::int64_t first, std::int64_t count) {
    std::int64_t result = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t bit = first + i;
        result |= (bytes.integer(bit / 8) >> (bit % 8) & 1) << i;
    }
    return result;
}

/// com.microsoft: rows of B in blocks of codes, each with a scale and a zero point.
tensors matmul_n_bits(const call& c) {
    if (c.has(4)) throw unsupported("MatMulNBits with g_idx");
    const std::int64_t inner = c.integer("K", 0);
    const std::int64_t columns = c.integer("N", 0);
    const std::int64_t bits = c.integer("bits", 4);
    const std::int64_t block = c.integer("block_size", 0);
    const std::int64_t blocks = (inner + block - 1) / block;
    const std::int64_t blob = block * bits / 8;
    const std::int64_t zeros_per_row = (blocks * bits + 7) / 8 * 8;
    tensor b(element_type::float64, {inner, columns});
    for (std::int64_t i = 0; i < b.size(); ++i) {
        const std::int64_t k = i / columns;
        const std::int64_t n = i % columns;
        const std::int64_t at = n * blocks + k / block;
        const std::int64_t code = bits_at(c[1], at * blob * 8 + k % block * bits, bits);
        double zero = double(std::int64_t{1} << (bits - 1));
        if (c.has(3) && c[3].is_real())
            zero = c[3].number(at);
        else if (c.has(3))
            zero = double(bits_at(c[3], n * zeros_per_row + k / block * bits, bits));
        b.set(i, (double(code) - zero) * c[2].number(at));
    }
    tensor y = matrix_product(c[0], b);
    for (std::int64_t i = 0; c.has(5) && i < y.size(); ++i)
        y.set(i, y.number(i) + c[5].number(i % columns));
    return {as_type(y, c[0].type)};
}

/// By elimination with the largest pivot.
double determinant(std::vector<double> m, std::int64_t n) {
    const auto at = [&](std::int64_t row, std::int64_t column) -> double& {
        return m[std::size_t(row * n + column)];
    };
    double result = 1;
    for (std::int64_t k = 0; k < n; ++k) {
        std::int64_t pivot = k;
        for (std::int64_t row = k; row < n; ++row)
            if (std::fabs(at(row, k)) > std::fabs(at(pivot, k))) pivot = row;
        if (at(pivot, k) == 0) return 0;
        if (pivot != k) result = -result;
        for (std::int64_t column = 0; column < n; ++column)
            std::swap(at(pivot, column), at(k, column));
        result *= at(k, k);
        for (std::int64_t row = k + 1; row < n; ++row) {
            const double factor = at(row, k) / at(k, k);
            for (std::int64_t column = k; column < n; ++column)
                at(row, column) -= factor * at(k, column);
        }
    }
    return result;
}

tensors det(const call& c) {
    const std::int64_t n = c[0].extent(-1);
    tensor y(c[0].type, {c[0].dims.begin(), c[0].dims.end() - 2});
    for (std::int64_t i = 0; i < y.size(); ++i) {
        std::vector<double> matrix;
        for (std::int64_t k = 0; k < n * n; ++k) matrix.push_back(c[0].number(i * n * n + k));
        y.set(i, determinant(matrix, n));
    }
    return {y};
}

}  // namespace

void add_matrices(operator_map& all) {
    all["Det"] = det;
    all["Gemm"] = gemm;
    all["MatMul"] = matmul;
    all["MatMulInteger"] = matmul_integer;
    all["QLinearMatMul"] = qlinear_matmul;
    all["com.microsoft.FusedGemm"] = fused_gemm;
    all["com.microsoft.FusedMatMul"] = fused_matmul;
    all["com.microsoft.MatMulNBits"] = matmul_n_bits;
    all["com.microsoft.QGemm"] = qgemm;
}

}  // namespace reference
