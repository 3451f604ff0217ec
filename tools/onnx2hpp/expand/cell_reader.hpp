// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Reads the nodes of a recurrent cell into forms.

#include <onnx2hpp/expand/cell_form.hpp>

#include <string_view>
#include <unordered_map>

namespace onnx2hpp {

/// What values of one iteration are. A value that is no form has none; that is no error.
class cell_reader {
public:
    explicit cell_reader(const onnx_model& model) : model(model) {}

    cell_atoms atoms{};

    /// Makes a value an input of the cell; the atom that stands for it.
    int add_input(value_id v);

    /// Makes a value zeros.
    void add_zeros(value_id v);

    /// Makes a value what another one is: rows of it, taken or moved.
    void add_rows(value_id v, value_id of);

    /// Finds out what a node makes. Nodes must come in order; shapes must be known.
    void read(const node& n);

    std::optional<cell_form> form_of(value_id v) const;

private:
    /// Forms that lie side by side along the last axis.
    using forms = std::vector<cell_form>;

    const value& of(value_id v) const { return model.values[static_cast<std::size_t>(v)]; }
    std::optional<forms> made_by(const node& n);
    std::optional<forms> forms_of(value_id v) const;
    std::optional<forms> read_same(const node& n) const;
    std::optional<forms> read_sum(const node& n, double sign);
    std::optional<forms> read_product(const node& n);
    std::optional<forms> read_quotient(const node& n);
    std::optional<forms> read_matmul(const node& n);
    std::optional<forms> read_gemm(const node& n);
    std::optional<forms> read_slice(const node& n);
    std::optional<forms> read_concat(const node& n) const;
    std::optional<forms> read_bound(const node& n);
    std::optional<forms> read_activation(const node& n);
    std::optional<cell_form> times(value_id x, value_id matrix, bool is_transposed);
    std::optional<double> number(value_id v) const;
    std::optional<double> bound(const node& n, std::size_t slot, std::string_view name) const;
    bool keeps_shape(const node& n, const cell_form& f) const;

    const onnx_model& model;
    std::unordered_map<value_id, forms> known{};
};

}  // namespace onnx2hpp
