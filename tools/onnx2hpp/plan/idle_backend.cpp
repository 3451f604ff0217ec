// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/idle_backend.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/words.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

void note_idle_backend(const options& wanted) {
    const bool runs = with_tag_of(wanted.backend, [&](auto tag) {
        return tigris::kernels::can_round<decltype(tag)>(wanted.rounds);
    });
    if (!runs)
        note(fmt::format(
            "the backend {} knows --rounding tflite only: portable kernels run the model",
            spell(wanted.backend)));
}

}  // namespace onnx2hpp
