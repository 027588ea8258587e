import { type AcpStore, createAcpStore } from "@acp-store/core";
import { BATCH, sink } from "../contestants/contestant.js";
import { atMost, type Figure, type Measure } from "../figures.js";
import { usedMegabytes } from "../measure/garbage.js";
import { readLine } from "../wire/update.js";
import { longLife, type Step } from "../workloads/longLife.js";
import { scaled } from "../workloads/workload.js";
import type { PartOptions } from "./part.js";

const UPDATES = 2_000_000;
const LIMIT = 1.5;

/** A store that lives long: what is closed must be gone. */
export function soakPart(options: PartOptions): Figure[] {
  const updates = scaled(UPDATES, options);
  const tenth = Math.floor(updates / 10);
  const user = startUser();
  const heap: number[] = [];
  let taken = 0;
  const before = usedMegabytes();
  for (const step of longLife(updates, options)) {
    user.take(step);
    if (step.type !== "line" || ++taken % tenth !== 0) continue;
    heap.push(usedMegabytes() - before);
    options.progress(`${taken.toLocaleString("en")} updates, ${heap.at(-1)?.toFixed(1)} MB`);
  }
  return figuresOf(heap, updates, user.store);
}

/** An editor with a tab for each open session, and somebody who wants patches. */
function startUser(): { readonly store: AcpStore; take(step: Step): void } {
  const store = createAcpStore({ scheduler: () => {} });
  store.inspect((record) => void (sink.patches += record.type === "commit" ? 1 : 0));
  const tabs = new Map<string, () => void>();
  let waiting = 0;

  function take(step: Step): void {
    if (step.type === "open") openTab(step.sessionId);
    else if (step.type === "close") closeTab(step.sessionId);
    else store.ingest(readLine(step.line));
    if (++waiting % BATCH !== 0) return;
    store.flush();
    sink.state = store.getState();
  }

  function openTab(sessionId: string): void {
    store.openSession({ sessionId, cwd: "/home/user/project" });
    store.startTurn(sessionId, [{ type: "text", text: "Go on." }]);
    tabs.set(
      sessionId,
      store.watch({ type: "session", sessionId }, () => sink.patches++),
    );
  }

  function closeTab(sessionId: string): void {
    store.endTurn(sessionId, { stopReason: "end_turn" });
    store.closeSession(sessionId);
    tabs.get(sessionId)?.();
    tabs.delete(sessionId);
  }

  return { store, take };
}

function figuresOf(heap: readonly number[], updates: number, store: AcpStore): Measure[] {
  const [first = Number.NaN, last = Number.NaN] = [heap[0], heap.at(-1)];
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
      name: "soak: end against the first tenth",
      subject,
      value: last / first,
      unit: "×",
      target: atMost(LIMIT, last / first, "×"),
    },
  ];
}
