// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/idle_backend.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/words.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

void refuse_idle_backend(const options& wanted) {
    const bool runs = with_tag_of(wanted.backend, [&](auto tag) {
        return tigris::kernels::can_round<decltype(tag)>(wanted.rounds);
    });
    if (!runs)
        fail_bad_input(
            fmt::format("the backend {} rounds as TensorFlow Lite only; add --rounding tflite",
                        spell(wanted.backend)));
}

}  // namespace onnx2hpp
