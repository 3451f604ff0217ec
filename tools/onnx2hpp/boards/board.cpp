// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/boards/board.hpp>

namespace onnx2hpp {

tigris::memory_map map_of(const board& described) {
    tigris::memory_map map{};
    int count = 0;
    for (const board_memory& m : described.memories)
        map.regions[count++] = {.name = m.name.c_str(),
                                .bytes = m.bytes,
                                .alignment = m.alignment,
                                .read_cost = m.read_cost,
                                .write_cost = m.write_cost,
                                .is_writable = m.is_writable,
                                .is_addressable = m.is_addressable,
                                .section = m.section.c_str()};
    return map;
}

}  // namespace onnx2hpp
