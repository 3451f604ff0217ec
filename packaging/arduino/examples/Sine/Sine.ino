// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model that learned the sine, for the serial plotter. sine.hpp: onnx2hpp sine.onnx -o sine.hpp

#include <TiGrIS.h>  // first: Arduino finds the library by this name

#include "sine.hpp"

static float angle[1], height[1];

void setup() { Serial.begin(115200); }

void loop() {
    tigris::run(sine::model, angle, height);
    Serial.println(height[0]);
    angle[0] += 0.1f;
    if (angle[0] > 6.28f) angle[0] = 0;
    delay(20);
}
