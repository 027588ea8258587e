import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAcpStore, selectChangedFiles, selectTimeline } from "@acp-store/core";
import { expect, it, onTestFinished } from "vitest";
import {
  createEditUpdates,
  createHistoryUpdates,
  createRewriteUpdates,
  createStreamUpdates,
} from "../../src/pixels/updates.js";
import { createRandom } from "../../src/wire/random.js";
import type { Update } from "../../src/wire/update.js";

const SESSION = "session-1";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "acp-bench-updates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Feeds the updates to a store. Returns its state and all diagnostics. */
function ingestAll(updates: Iterable<Update>) {
  const store = createAcpStore({ scheduler: () => {} });
  const diagnostics = [...updates].flatMap(
    (update) => store.ingest({ sessionId: SESSION, update }).diagnostics,
  );
  return { state: store.getState(), diagnostics };
}

it("creates a transcript with the given number of items", () => {
  const { state, diagnostics } = ingestAll(createHistoryUpdates(50, createRandom()));
  expect(selectTimeline(state, SESSION)).toHaveLength(50);
  expect(diagnostics).toEqual([]);
});

it("streams messages of several screens with tool calls between them", () => {
  const stream = createStreamUpdates(createRandom());
  const updates = Array.from({ length: 2000 }, () => stream.next().value);
  const { state, diagnostics } = ingestAll(updates);
  const types = selectTimeline(state, SESSION).map(({ type }) => type);
  expect(types.slice(0, 4)).toEqual(["message", "tool_call", "message", "tool_call"]);
  const [block] = state.sessions.get(SESSION)?.messages.get("agent:stream-0")?.content ?? [];
  expect(block?.type === "text" ? block.text.length : 0).toBeGreaterThan(5000);
  expect(diagnostics).toEqual([]);
});

it("writes the given number of files", () => {
  const folder = temporaryFolder();
  const { state, diagnostics } = ingestAll(createEditUpdates(folder, 10, 20, createRandom()));
  expect(selectChangedFiles(state, SESSION).map(({ added }) => added)).toEqual(Array(10).fill(20));
  expect(readdirSync(folder)).toHaveLength(10);
  expect(diagnostics).toEqual([]);
});

it("rewrites all lines of a file", () => {
  const folder = temporaryFolder();
  const { state, diagnostics } = ingestAll(createRewriteUpdates(folder, 50, createRandom()));
  const [file = ""] = readdirSync(folder);
  expect(readFileSync(join(folder, file), "utf8").split("\n")).toHaveLength(51);
  const changes = selectChangedFiles(state, SESSION).map(({ added, removed }) => [added, removed]);
  expect(changes).toEqual([[50, 50]]);
  expect(diagnostics).toEqual([]);
});
