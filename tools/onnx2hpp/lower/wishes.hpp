// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The order of axes that the readers of a value want.

#include <onnx2hpp/lower/layout.hpp>

#include <optional>
#include <vector>

namespace onnx2hpp {

/// What the readers of a model's values wish. Each value is looked at once.
class wishes {
public:
    explicit wishes(const onnx_model& m);

    /// The order that the first reader with a demand wants for v, looking through element by
    /// element operators and Transposes. Nothing if nobody has one.
    std::optional<axis_order> of(value_id v) const;
    /// How many inputs of nodes v is.
    int readers_of(value_id v) const {
        return static_cast<int>(readers_[static_cast<std::size_t>(v)].size());
    }

private:
    struct wish {
        bool is_known = false;
        std::optional<axis_order> order;
    };
    wish& at(value_id v) const { return wishes_[static_cast<std::size_t>(v)]; }
    void find(value_id v) const;
    bool ask(const node& reader, value_id v, value_id& behind) const;

    const onnx_model& model_;
    std::vector<std::vector<int>> readers_;
    mutable std::vector<wish> wishes_;
};

}  // namespace onnx2hpp
