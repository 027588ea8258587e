import { createAcpStore } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import { prepareAgent } from "../../src/connection/agentBytes.js";
import {
  type ByteWorkload,
  createByteWorkloads,
  createChunks,
} from "../../src/connection/byteWorkload.js";
import { parsingClient } from "../../src/connection/parsingClient.js";
import { sdkClient, useAcpClient } from "../../src/connection/sdkClients.js";
import { storeClient, storeClientOverSdkStream } from "../../src/connection/storeClients.js";
import { useAcp } from "../../src/contestants/useAcp.js";
import { parseLine } from "../../src/wire/update.js";
import { getStoreOutcome } from "../support/outcome.js";

const workloads = createByteWorkloads({ scale: 0.01, seed: 1 });

/** Returns the outcome of a store that ingests the lines without a connection. */
function getExpectedOutcome({ lines, version }: ByteWorkload) {
  const store = createAcpStore({ protocolVersion: version });
  for (const line of lines) store.ingest(parseLine(line));
  return getStoreOutcome(store.getState());
}

describe.each(workloads)("$name", (workload) => {
  it("contains only updates that the store accepts without a diagnostic", () => {
    const store = createAcpStore({ protocolVersion: workload.version });
    const diagnostics = workload.lines.flatMap((line) => store.ingest(parseLine(line)).diagnostics);
    expect(diagnostics).toEqual([]);
  });

  it.each([storeClient, storeClientOverSdkStream])(
    "leads to the same state as without a connection: $name",
    async (client) => {
      const agent = prepareAgent(workload.lines, workload);
      const connection = await client.connect(agent, []);
      await connection.stream();
      const outcome = getStoreOutcome(connection.store.getState());
      await connection.close();
      agent.remove();
      expect(outcome).toEqual(getExpectedOutcome(workload));
    },
  );

  it("passes every update to the handler of the SDK", async () => {
    const logError = vi.spyOn(console, "error");
    const agent = prepareAgent(workload.lines, workload);
    const connection = await sdkClient.connect(agent, []);
    await connection.stream();
    await new Promise((resolve) => setImmediate(resolve));
    await connection.close();
    agent.remove();
    expect(connection.countUpdates()).toBe(workload.lines.length);
    expect(logError).not.toHaveBeenCalled();
  });

  it("parses every message in the baseline", async () => {
    const agent = prepareAgent(workload.lines, workload);
    const connection = await parsingClient.connect(agent, []);
    await connection.stream();
    await connection.close();
    agent.remove();
    expect(connection.countMessages()).toBe(workload.lines.length + 1);
  });
});

it("adds every update to the store of use-acp", async () => {
  const [workload] = workloads;
  if (workload === undefined) throw new Error("There are no workloads.");
  const start = vi.spyOn(useAcp, "start");
  const agent = prepareAgent(workload.lines.slice(20), workload);
  const connection = await useAcpClient.connect(agent, workload.lines.slice(0, 20));
  await connection.stream();
  await connection.close();
  const notifications = start.mock.results[0]?.value.getNotifications() ?? {};
  expect(Object.values(notifications).flat()).toHaveLength(workload.lines.length);
});

describe("createChunks", () => {
  const lines = ['{"a":1}', '{"b":"é"}'];

  it("returns one chunk per line", () => {
    const chunks = createChunks(lines, { readSize: "line" });
    expect(chunks.map(String)).toEqual(lines.map((line) => `${line}\n`));
  });

  it("returns chunks of the same size, which may end within a character", () => {
    const chunks = createChunks(lines, { readSize: 4 });
    expect(chunks.map(({ length }) => length)).toEqual([4, 4, 4, 4, 3]);
    expect(Buffer.concat(chunks).toString()).toBe(`${lines.join("\n")}\n`);
  });
});
