// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a recurrent cell computes, as sums of products: the same for all ways to write it.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx_model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Columns [first_column, first_column + columns) of rows [first_row, first_row + rows) of a
/// constant matrix, or of its transpose. Without data: the identity.
struct matrix_view {
    shared_tensor data;
    bool is_transposed = false;
    std::int64_t first_row = 0, rows = 0, first_column = 0, columns = 0;

    friend bool operator==(const matrix_view&, const matrix_view&) = default;
};

/// Element (row, column) of a view with data.
double element_of(const matrix_view& m, std::int64_t row, std::int64_t column);

/// A vector that is not taken apart (cell_atom), times a matrix.
struct cell_factor {
    int atom = 0;
    matrix_view matrix{};

    friend bool operator==(const cell_factor&, const cell_factor&) = default;
};

/// The product, element by element, of factors and a coefficient: one for all elements, or each.
struct cell_term {
    std::vector<double> coefficient{1};
    std::vector<cell_factor> factors{};

    friend bool operator==(const cell_term&, const cell_term&) = default;
};

/// A sum, which is a vector of `width` elements for each entry of the batch. Zeros have no terms.
struct cell_form {
    std::int64_t width = 1;
    std::vector<cell_term> terms{};

    friend bool operator==(const cell_form&, const cell_form&) = default;
};

/// No activation of ONNX's: a bound of a clamp, until a second one makes it a hard sigmoid.
inline constexpr const char* at_most_one = "at most 1";

/// An activation by ONNX's name in LSTM, GRU and RNN, or at_most_one. Parameters: alpha, then beta,
/// as far as it has them.
struct cell_activation {
    std::string name;
    std::vector<float> parameters{};

    friend bool operator==(const cell_activation&, const cell_activation&) = default;
};

/// An input (neither); an activation of a form; or, without a name, the value of a form.
struct cell_atom {
    std::int64_t width = 1;
    std::optional<cell_form> of{};
    cell_activation activation{};

    friend bool operator==(const cell_atom&, const cell_atom&) = default;
};

/// All atoms of a cell; equal atoms are one.
class cell_atoms {
public:
    const cell_atom& operator[](int atom) const { return all[static_cast<std::size_t>(atom)]; }

    /// An input, unlike any other.
    int add_input(std::int64_t width);
    cell_form activated(const cell_form& of, const cell_activation& by);

    /// Elements [begin, end) of a form. Nothing where the result would be no form, or too long a
    /// one.
    std::optional<cell_form> sliced(const cell_form& f, std::int64_t begin, std::int64_t end);
    std::optional<cell_form> product(const cell_form& f, const matrix_view& by);

private:
    int find_or_add(cell_atom atom);
    std::optional<cell_term> sliced(const cell_term& t, std::int64_t begin, std::int64_t end);
    std::optional<cell_factor> sliced(const cell_factor& f, std::int64_t begin, std::int64_t end);
    cell_term product(const cell_term& t, std::int64_t width, const matrix_view& by);

    std::vector<cell_atom> all;
};

cell_form form_of(int atom, std::int64_t width);
cell_form constant_form(std::vector<double> elements);
/// Requires equal widths, or that one is a constant of width 1.
std::optional<cell_form> sum(const cell_form& a, const cell_form& b);
std::optional<cell_form> product(const cell_form& a, const cell_form& b);

/// What a coefficient is for element i.
double element_of(const std::vector<double>& coefficient, std::int64_t i);

}  // namespace onnx2hpp
