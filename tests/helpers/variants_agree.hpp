// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A kernel with a key that asks the layer which loops serve it, and with the key that programs
// have.

#include <tigris/kernels/contract/key.hpp>

namespace tigris::test {

template <auto Key, int8_t Variant>
constexpr auto key_with_variant() {
    auto key = Key;
    key.variant = Variant;
    return key;
}

/// Whether agree.operator()<K>() holds for `Key` and for the key that knows the layer's variant.
template <auto Key, class Tag, class Layer, class Agree>
bool variants_agree(const Tag& tag, const Layer& layer, const Agree& agree) {
    const auto known = [&]<int8_t Variant>() {
        return agree.template operator()<key_with_variant<Key, Variant>()>();
    };
    if (!agree.template operator()<Key>()) return false;
    if constexpr (requires { variant_of<Key>(tag, layer); }) {
        switch (variant_of<Key>(tag, layer)) {
            case kernels::portable_variant:
                return known.template operator()<kernels::portable_variant>();
            case kernels::first_variant: return known.template operator()<kernels::first_variant>();
            case kernels::second_variant:
                return known.template operator()<kernels::second_variant>();
            default: return false;
        }
    }
    return true;
}

}  // namespace tigris::test
