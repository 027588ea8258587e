import { createAcpStore, type Frame, serialize } from "@acp-store/core";
import { checkTrace, parseTrace, replayTrace } from "@acp-store/devtools";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { addressOf, agent, DEMO_AGENT, inspect, run, temporaryFolder } from "./support/program.js";

const read = (path: string) => parseTrace(readFileSync(path, "utf8"));

/** What a store makes of frames, whatever the time was. */
async function stateOf(frames: readonly Frame[]): Promise<unknown> {
  const store = createAcpStore({ now: () => 0 });
  await replayTrace(
    store,
    frames.map(({ dir, msg }) => ({ dir, msg })),
  );
  return serialize(store.getState());
}

const request = (id: number, method: string, params: object): object => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

describe("--record", () => {
  it("writes a trace that leads to the state the editor saw", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "session.jsonl");
    const { child, exited } = inspect(["--record", file, "--", ...DEMO_AGENT], {
      ACP_DEMO_SPEED: "1000",
    });
    const seen: Frame[] = [];
    const send = (msg: object): void => {
      seen.push({ dir: "sent", msg });
      child.stdin.write(`${JSON.stringify(msg)}\n`);
    };
    send(request(0, "initialize", { protocolVersion: 1, clientCapabilities: {} }));
    for await (const line of createInterface({ input: child.stdout })) {
      const msg = JSON.parse(line) as {
        id?: unknown;
        method?: string;
        result?: { sessionId?: string };
      };
      seen.push({ dir: "recv", msg });
      if (msg.method === "session/request_permission")
        send({ jsonrpc: "2.0", id: msg.id, result: { outcome: { outcome: "cancelled" } } });
      if (msg.method !== undefined) continue;
      if (msg.id === 0) send(request(1, "session/new", { cwd: folder, mcpServers: [] }));
      if (msg.id === 1)
        send(
          request(2, "session/prompt", {
            sessionId: msg.result?.sessionId,
            prompt: [{ type: "text", text: "Fix the total of the cart" }],
          }),
        );
      if (msg.id === 2) child.stdin.end();
    }
    expect(await exited).toEqual([0, null]);
    const { frames, problems } = read(file);
    expect(problems).toEqual([]);
    expect(frames.length).toBeGreaterThan(20);
    const of = (dir: string, list: readonly Frame[]) =>
      list.filter((frame) => frame.dir === dir).map(({ msg }) => msg);
    for (const dir of ["sent", "recv"]) expect(of(dir, frames)).toEqual(of(dir, seen));
    expect(await stateOf(frames)).toEqual(await stateOf(seen));
    expect(checkTrace(frames).counts.violation).toBe(0);
  });

  it("keeps each message as it was sent, and its time", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    const odd = '{"b": 1e400, "a": 12345678901234567890, "a":"\u2028"}';
    await run(["--record", file, "--", ...agent("echo")], Buffer.from(`${odd}\n`));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^\{"t":\d+,"dir":"(sent|recv)","msg":/);
    for (const line of lines) expect(line.endsWith(`"msg":${odd}}`)).toBe(true);
  });

  it("shows what is no message, so that a check finds it", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    await run(["--record", file, "--", ...agent("exits", "1")]);
    const { frames } = read(file);
    expect(frames).toMatchObject([{ dir: "recv", msg: "last words" }]);
    expect(checkTrace(frames, { protocolVersion: 1 }).counts.violation).toBe(1);
  });

  it("is for the owner alone, and keeps the file of before", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    writeFileSync(file, "earlier");
    await run(["--record", file, "--", ...agent("echo")], Buffer.from("1\n"));
    expect(readFileSync(`${file}.old`, "utf8")).toBe("earlier");
    expect(read(file).frames).toHaveLength(2);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("has all that was said before %s", async (signal) => {
    const file = join(temporaryFolder(), "session.jsonl");
    const { child, exited } = inspect(["--record", file, "--", ...agent("echo")]);
    await addressOf(child);
    for (let id = 0; id < 100; id += 1) {
      child.stdin.write(`{"id":${id}}\n`);
      await once(child.stdout, "data");
    }
    // Nothing waits for the file: so the test does.
    const last = '"recv","msg":{"id":99}}\n';
    await expect.poll(() => readFileSync(file, "utf8").endsWith(last)).toBe(true);
    child.kill(signal);
    expect(await exited).toEqual([null, signal]);
    expect(read(file).frames).toHaveLength(200);
  });

  it("passes all on where the file cannot be written, and says so once", async () => {
    const file = join(temporaryFolder(), "no such folder", "session.jsonl");
    const { stdout, stderr, code } = await run(
      ["--record", file, "--", ...agent("echo")],
      Buffer.from("1\n2\n"),
    );
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "1\n2\n", code: 0 });
    expect(stderr.match(/is not written/g)).toHaveLength(1);
    expect(stderr).toContain("ENOENT");
  });
});
