// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// two_layers with its weights copied from FLASH to DTCM, and its other constants in SRAM.

#include <helpers/staged_model.hpp>
#include <helpers/two_layers.hpp>

namespace tigris::test {

struct staged_layers : model_interface<staged_layers> {
    using op = two_layers::op;
    static constexpr target default_target{.memories = &staging_memories};
    static constexpr auto inputs = two_layers::model.inputs;
    static constexpr auto outputs = two_layers::model.outputs;
    static constexpr auto tensor_names = two_layers::model.tensor_names;
    static constexpr auto graph = two_layers::model.graph;
    static constexpr auto attributes = two_layers::model.attributes;
    static constexpr auto constants = two_layers::model.constants;
    static constexpr sized_array<constant_place, 3> constant_places{{{.source = 0}, {}, {}}};
    static constexpr sized_array<staged_constants, 1> staged{
        {{"FLASH", "DTCM", two_layers::weights, sizeof(two_layers::weights)}}};
    static constexpr sized_array<cold_constants, 1> cold{{{"SRAM", 8}}};
};

}  // namespace tigris::test
