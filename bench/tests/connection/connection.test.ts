import { createAcpStore } from "@acp-store/core";
import { describe, expect, it, vi } from "vitest";
import {
  type ByteWorkload,
  createByteWorkloads,
  createChunks,
} from "../../src/connection/byteWorkload.js";
import { startMemoryAgent } from "../../src/connection/memoryAgent.js";
import { parsingClient } from "../../src/connection/parsingClient.js";
import { sdkClient } from "../../src/connection/sdkClient.js";
import { storeClient, storeClientOverSdkStream } from "../../src/connection/storeClients.js";
import { parseLine } from "../../src/wire/update.js";
import { getStoreOutcome } from "../support/outcome.js";

const startAgent = ({ lines, readSize, version }: ByteWorkload) =>
  startMemoryAgent(createChunks(lines, readSize), version);

describe.each(createByteWorkloads(0.01))("$name", (workload) => {
  it.each([storeClient, storeClientOverSdkStream])(
    "leads to the same state as without a connection: $name",
    async (client) => {
      const expected = createAcpStore({ protocolVersion: workload.version });
      const results = workload.lines.map((line) => expected.ingest(parseLine(line)));
      expect(results.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
      const connection = await client.connect(startAgent(workload), workload.version);
      await connection.stream();
      const outcome = getStoreOutcome(connection.store.getState());
      await connection.close();
      expect(outcome).toEqual(getStoreOutcome(expected.getState()));
    },
  );

  it("passes every update to the handler of the SDK", async () => {
    const logError = vi.spyOn(console, "error");
    const connection = await sdkClient.connect(startAgent(workload), workload.version);
    await connection.stream();
    await new Promise((resolve) => setImmediate(resolve));
    await connection.close();
    expect(connection.countUpdates()).toBe(workload.lines.length);
    expect(logError).not.toHaveBeenCalled();
  });

  it("parses every message in the baseline", async () => {
    const connection = await parsingClient.connect(startAgent(workload), workload.version);
    await connection.stream();
    await connection.close();
    expect(connection.countMessages()).toBe(workload.lines.length + 1);
  });
});

describe("createChunks", () => {
  const lines = ['{"a":1}', '{"b":"é"}'];

  it("returns one chunk per line", () => {
    const chunks = createChunks(lines, "line");
    expect(chunks.map(String)).toEqual(lines.map((line) => `${line}\n`));
  });

  it("returns chunks of the same size, which may end within a character", () => {
    const chunks = createChunks(lines, 4);
    expect(chunks.map(({ length }) => length)).toEqual([4, 4, 4, 4, 3]);
    expect(Buffer.concat(chunks).toString()).toBe(`${lines.join("\n")}\n`);
  });
});
