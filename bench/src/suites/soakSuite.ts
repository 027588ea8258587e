import { type AcpStore, createAcpStore } from "@acp-store/core";
import { BATCH_SIZE, sink } from "../contestants/contestant.js";
import { createMaxTarget, type Figure, type Measure } from "../figures.js";
import { measureHeapMegabytes } from "../measure/garbage.js";
import { parseLine } from "../wire/update.js";
import { generateSoakSteps, type SoakStep } from "../workloads/soakSteps.js";
import { scaleCount } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

const SOAK_UPDATE_COUNT = 2_000_000;
/** The maximum heap at the end, relative to the heap after the first tenth. */
const MAX_HEAP_GROWTH = 1.5;

/** Measures the heap of a store over a long time. Closed sessions must be freed. */
export function soakSuite(options: SuiteOptions): Figure[] {
  const updates = scaleCount(SOAK_UPDATE_COUNT, options);
  const tenth = Math.floor(updates / 10);
  const editor = startEditor();
  const heapSizes: number[] = [];
  let applied = 0;
  const before = measureHeapMegabytes();
  for (const step of generateSoakSteps(updates, options)) {
    editor.applyStep(step);
    if (step.type !== "line" || ++applied % tenth !== 0) continue;
    heapSizes.push(measureHeapMegabytes() - before);
    options.progress(`${applied.toLocaleString("en")} updates, ${heapSizes.at(-1)?.toFixed(1)} MB`);
  }
  return createMeasures(heapSizes, updates, editor.store);
}

/** Simulates an editor with a tab for each open session and an inspector that receives patches. */
function startEditor(): { readonly store: AcpStore; applyStep(step: SoakStep): void } {
  const store = createAcpStore({ scheduler: () => {} });
  store.inspect((record) => void (sink.patches += record.type === "commit" ? 1 : 0));
  const unwatchBySession = new Map<string, () => void>();
  let stepCount = 0;

  function applyStep(step: SoakStep): void {
    if (step.type === "open") openTab(step.sessionId);
    else if (step.type === "close") closeTab(step.sessionId);
    else store.ingest(parseLine(step.line));
    if (++stepCount % BATCH_SIZE !== 0) return;
    store.flush();
    sink.state = store.getState();
  }

  function openTab(sessionId: string): void {
    store.openSession({ sessionId, cwd: "/home/user/project" });
    store.startTurn(sessionId, [{ type: "text", text: "Go on." }]);
    unwatchBySession.set(
      sessionId,
      store.watch({ type: "session", sessionId }, () => sink.patches++),
    );
  }

  function closeTab(sessionId: string): void {
    store.endTurn(sessionId, { stopReason: "end_turn" });
    store.closeSession(sessionId);
    unwatchBySession.get(sessionId)?.();
    unwatchBySession.delete(sessionId);
  }

  return { store, applyStep };
}

function createMeasures(heapSizes: readonly number[], updates: number, store: AcpStore): Measure[] {
  const [first = Number.NaN, last = Number.NaN] = [heapSizes[0], heapSizes.at(-1)];
  const closed = [...store.getState().sessions.values()].filter((session) => session.closed);
  const subject = "acp-store";
  const name = `soak: heap after ${updates.toLocaleString("en")} updates`;
  const note = `50 sessions open, ${closed.length.toLocaleString("en")} closed`;
  return [
    {
      type: "measure",
      name: "soak: heap after the first tenth",
      subject,
      value: first,
      unit: "MB",
    },
    { type: "measure", name, subject, value: last, unit: "MB", note },
    {
      type: "measure",
      name: "soak: heap at the end, relative to the first tenth",
      subject,
      value: last / first,
      unit: "×",
      target: createMaxTarget(MAX_HEAP_GROWTH, last / first, "×"),
    },
  ];
}
