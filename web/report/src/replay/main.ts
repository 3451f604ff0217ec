// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests ask of a replay.

export { peakOf } from "../data/peak";
export { Moment } from "../map/slots_now";
export { runOf } from "../data/run";
export { readsOf, writesOf } from "./reads";
export { addressOf, replayOf } from "./replay";
export { addsUp, scheduleOf } from "./schedule";
export { addressOfSlot, bytesOfSlot, isRing, slotCount } from "./slots";
