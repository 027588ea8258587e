import { type AgentConnection, connectAgent } from "@acp-store/client";
import { agentProcessStream, spawnAgent, spawnAgentProcess } from "@acp-store/client/node";
import { createAcpStore, type InspectRecord } from "@acp-store/core";
import { expect, it, onTestFinished, vi } from "vitest";
import { fixtureAgentPath, spawnFixtureAgent } from "../support/fixtureAgent.js";

/** Creates a store, and collects what it shows to inspectors. */
function inspectedStore() {
  const store = createAcpStore();
  const records: InspectRecord[] = [];
  store.inspect((record) => records.push(record));
  const stderr = (): unknown[] =>
    records.flatMap((record) =>
      record.type === "frame" && record.frame.dir === "stderr" ? [record.frame.msg] : [],
    );
  return { store, records, stderr };
}

/** Connects to the fixture agent, which writes to stderr what a prompt says. */
async function connect() {
  const inspected = inspectedStore();
  const agent = await connectAgent(inspected.store, spawnFixtureAgent());
  onTestFinished(() => agent.close());
  await agent.newSession({ cwd: "/w" });
  return { ...inspected, agent };
}

interface Output {
  readonly bytes: readonly number[];
  readonly times?: number;
}

const bytesOf = (text: string): number[] => [...Buffer.from(text)];

const write = (agent: AgentConnection, ...output: readonly Output[]) =>
  agent.prompt("s1", `stderr ${JSON.stringify(output)}`);

it("shows each line of stderr to the store while the agent runs", async () => {
  const { store, agent, records, stderr } = await connect();
  await write(agent, { bytes: bytesOf("[timing] model 3.2 s\n\u001b[31mwarning\u001b[0m é\n") });
  await expect.poll(() => stderr()).toHaveLength(2);
  expect(stderr()).toEqual(["[timing] model 3.2 s", "\u001b[31mwarning\u001b[0m é"]);
  expect(records.filter(({ type }) => type === "diagnostic")).toEqual([]);
  expect(JSON.stringify([...store.getState().sessions])).not.toContain("[timing]");
});

it("shows the last line of an agent that exits, even without a newline", async () => {
  const { store, records, stderr } = inspectedStore();
  const script = 'process.stderr.write("starting\\nno API key")';
  const source = spawnAgent(process.execPath, ["-e", script]);
  const connected = connectAgent(store, source, { protocolVersions: [1] });
  await expect(connected).rejects.toMatchObject({ reason: "closed" });
  expect(stderr()).toEqual(["starting", "no API key"]);
  const closed = records.findIndex(
    (record) => record.type === "commit" && record.event.type === "disconnected",
  );
  const last = records.findLastIndex(
    (record) => record.type === "frame" && record.frame.dir === "stderr",
  );
  expect(last).toBeLessThan(closed);
});

it("shows the lines from before the connection", async () => {
  const { store, stderr } = inspectedStore();
  const agentProcess = await spawnAgentProcess(process.execPath, [fixtureAgentPath, "deaf"]);
  const onStderr = vi.fn<(text: string) => void>();
  const stream = agentProcessStream(agentProcess, { onStderr });
  await expect.poll(() => onStderr.mock.calls.length).toBe(1);
  const connected = connectAgent(store, stream, { requestTimeout: 10 });
  await expect(connected).rejects.toMatchObject({ reason: "timeout" });
  await agentProcess.exited;
  expect(stderr()).toEqual([String(agentProcess.pid)]);
});

it("shows the lines of stdout other than messages", async () => {
  const { agent, records, stderr } = await connect();
  await agent.prompt("s1", "garbage");
  expect(stderr()).toEqual(["this is not JSON", "[1, 2]"]);
  expect(records.filter(({ type }) => type === "diagnostic")).toHaveLength(2);
});

it("survives a flood, a line without an end and bytes that are not text", async () => {
  const { agent, stderr } = await connect();
  await write(
    agent,
    { bytes: bytesOf("flood\n"), times: 100_000 },
    { bytes: [0xff, 0xc3, 0x00, 0x07, 0x0a] },
    { bytes: bytesOf("x"), times: 5_000_000 },
    { bytes: bytesOf("\nafter\n") },
  );
  await expect.poll(() => stderr().at(-1)).toBe("after");
  const lines = stderr();
  expect(lines).toHaveLength(100_003);
  expect(lines.slice(-3)).toEqual([
    "\uFFFD\uFFFD\u0000\u0007",
    `${"x".repeat(10_000)}… (cut: 5000000 characters)`,
    "after",
  ]);
  expect(await agent.prompt("s1", "Hello")).toEqual({ stopReason: "end_turn" });
});
