// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/interleaved_plans.hpp>

#include <doctest/doctest.h>

using nlohmann::ordered_json;
using onnx2hpp::interleaved_plans;

TEST_CASE("rows of several plans lie side by side") {
    const ordered_json made =
        interleaved_plans({{{"peak", 3}, {"tasks", {{{"id", 0}}, {{"id", 1}}}}},
                           {{"peak", 4},
                            {"tasks", {{{"id", 0}}, {{"id", 2}}, {{"id", 5}}}},
                            {"moves", {{{"id", 9}}}}}});
    CHECK(made["tables"]["tasks"] ==
          ordered_json::parse(R"([[{"id":0},{"id":0}],[{"id":1},{"id":2}],[null,{"id":5}]])"));
    CHECK(made["tables"]["moves"] == ordered_json::parse(R"([[null,{"id":9}]])"));
    CHECK(made["plans"] == ordered_json::parse(R"([{"peak":3},{"peak":4}])"));
}

TEST_CASE("calls lie by columns, and lists without objects stay") {
    const ordered_json plan =
        ordered_json::parse(R"({"calls":[[0,0,24],[1,23,1]],"none":[],"names":["a","b"]})");
    CHECK(interleaved_plans({plan})["plans"][0] ==
          ordered_json::parse(R"({"calls":[[0,1],[0,23],[24,1]],"none":[],"names":["a","b"]})"));
}

TEST_CASE("a plan without calls has none") {
    const ordered_json plan = ordered_json::parse(R"({"calls":[]})");
    CHECK(interleaved_plans({plan})["plans"][0] == plan);
}
