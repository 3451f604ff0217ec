// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/idle_backend.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace onnx2hpp;

namespace {

std::string refusal_of(tigris::backend backend, tigris::rounding rounds) {
    options wanted;
    wanted.backend = backend;
    wanted.rounds = rounds;
    try {
        refuse_idle_backend(wanted);
    } catch (const failure& f) {
        return f.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a backend that knows the other rounding only is refused, as the compiler would") {
    CHECK(refusal_of(tigris::cmsis_nn, tigris::rounding::nearest) ==
          "the backend cmsis_nn rounds as TensorFlow Lite only; add --rounding tflite");
    CHECK(refusal_of(tigris::cmsis_nn, tigris::rounding::tflite).empty());
    CHECK(refusal_of(tigris::helium, tigris::rounding::nearest).empty());
}
