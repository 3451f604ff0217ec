// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: reads the report that lies in it, and shows it.

import { readReport } from "./data/decode";
import { firstCall } from "./data/first_call";
import type { Report } from "./data/plan";
import { livePlanner } from "./planner/live";
import type { Planner } from "./planner/planner";
import { precomputedPlanner } from "./planner/precomputed";
import { printLight } from "./theme/theme";
import { h } from "./ui/dom";
import { unfoldForPrinter } from "./ui/printer";
import { Store, type State } from "./ui/store";
import { Budget } from "./views/budget";
import { compareView } from "./views/compare";
import { graphView } from "./views/graph";
import { header } from "./views/header";
import { inspector } from "./views/inspector";
import { licensesView } from "./views/licenses";
import { mapView } from "./views/map";
import { peakView } from "./views/peak";
import { markStale } from "./views/stale";
import { summaryView } from "./views/summary";
import { tablesView } from "./views/tables";

function plannerOf({ model }: State): Planner {
    const live = livePlanner(model, document.getElementById("planner-wasm"));
    return live ?? precomputedPlanner(model);
}

function firstState({ models }: Report): State {
    const [model] = models;
    const [plan] = model.plans;
    return { model, plan, source: "report", refused: null, call: firstCall(plan), selection: null };
}

function show(report: Report): void {
    const store = new Store(firstState(report));
    const budget = new Budget(store, plannerOf);
    const followers = [
        mapView(store),
        peakView(store, (bytes) => budget.set(bytes)),
        graphView(store),
        tablesView(store),
        compareView(store, report),
    ];
    const main = h(
        "main",
        {},
        summaryView(store, report.tool.version),
        budget.element,
        ...followers,
    );
    markStale(store, main, followers);
    document.body.append(
        header(store, report),
        main,
        inspector(store),
        h("footer", {}, licensesView()),
    );
    unfoldForPrinter();
    printLight(); // the last: it draws what the others have made
}

/// Instead of a report.
function tell(text: string): void {
    document.body.append(h("main", {}, h("h1", {}, "No report"), h("p", { role: "alert" }, text)));
}

function readOrTell(data: HTMLElement): Report | null {
    try {
        return readReport(data);
    } catch (error) {
        tell(`This page cannot show its report: ${(error as Error).message}.`);
        return null;
    }
}

const data = document.getElementById("report-data");
const report = data && readOrTell(data);
if (report) show(report);
if (!data) tell("This file is a frame for reports. onnx2hpp report writes one with data in it.");
