// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/idle_backend.hpp>

#include <helpers/captured_notes.hpp>
#include <onnx2hpp/backends.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

namespace {

std::string notes_of(tigris::backend backend, tigris::rounding rounds) {
    options wanted;
    wanted.backend = backend;
    wanted.rounds = rounds;
    test::captured_notes notes;
    note_idle_backend(wanted);
    return notes.take();
}

}  // namespace

TEST_CASE("a backend that knows the other rounding only is idle") {
    CHECK(notes_of(tigris::cmsis_nn, tigris::rounding::nearest) ==
          "onnx2hpp: note: the backend cmsis_nn knows --rounding tflite only: portable kernels run "
          "the model\n");
    CHECK(notes_of(tigris::cmsis_nn, tigris::rounding::tflite).empty());
    CHECK(notes_of(tigris::helium, tigris::rounding::nearest).empty());
}
