import { createAcpStore, type Frame, serialize } from "@acp-store/core";
import { parseTrace, replayTrace } from "@acp-store/devtools";
import { checkTrace } from "@acp-store/check";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addressOf, agent, DEMO_AGENT, inspect, run, temporaryFolder } from "./support/program.js";
import { runTurn } from "./support/turn.js";

const readTraceFile = (path: string) => parseTrace(readFileSync(path, "utf8"));

/** Returns the serialized state of a store after these frames. Their times are ignored. */
async function stateOf(frames: readonly Frame[]): Promise<unknown> {
  const store = createAcpStore({ idPrefix: "t", now: () => 0 });
  await replayTrace(
    store,
    frames.map(({ dir, msg }) => ({ dir, msg })),
  );
  return serialize(store.getState());
}

describe("--record", () => {
  it("writes a trace that replays to the same state as the editor's frames", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "session.jsonl");
    const { child, exited } = inspect(["--record", file, "--", ...DEMO_AGENT], {
      ACP_DEMO_SPEED: "1000",
    });
    const frames = await runTurn(child, folder);
    expect(await exited).toEqual([0, null]);
    const { frames: recorded, problems } = readTraceFile(file);
    expect(problems).toEqual([]);
    expect(recorded.length).toBeGreaterThan(10);
    const messagesOf = (dir: string, list: readonly Frame[]) =>
      list.filter((frame) => frame.dir === dir).map(({ msg }) => msg);
    for (const dir of ["sent", "recv"])
      expect(messagesOf(dir, recorded)).toEqual(messagesOf(dir, frames));
    expect(await stateOf(recorded)).toEqual(await stateOf(frames));
    expect(checkTrace(recorded).counts.violation).toBe(0);
  });

  it("keeps the original text of each message and adds its time", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    const unusual = '{"b": 1e400, "a": 12345678901234567890, "a":"\u2028"}';
    await run(["--record", file, "--", ...agent("echo")], Buffer.from(`${unusual}\n`));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.pop()).toMatch(/^\{"t":[\d.]+,"ended":"The agent exited with code 0"\}$/);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^\{"t":\d+,"dir":"(sent|recv)","msg":/);
    for (const line of lines) expect(line.endsWith(`"msg":${unusual}}`)).toBe(true);
  });

  it("records output that is not JSON as a string, which a check reports", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    await run(["--record", file, "--", ...agent("exits", "1")]);
    const { frames, end } = readTraceFile(file);
    expect(frames).toMatchObject([{ dir: "recv", msg: "last words" }]);
    expect(end?.reason).toBe("The agent exited with code 1");
    expect(checkTrace(frames, { protocolVersion: 1 }).counts.violation).toBe(1);
  });

  it("records lines of stderr as text, without those that are blank", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    await run(["--record", file, "--", ...agent("logs")]);
    const { frames, problems } = readTraceFile(file);
    expect(problems).toEqual([]);
    expect(frames.map(({ dir, msg }) => [dir, msg])).toEqual([
      ["stderr", "\u001b[33mwarning\u001b[0m"],
      ["stderr", '{"level":"info"}'],
      ["stderr", `${"x".repeat(10_000)}… (a line of more than 10000 bytes)`],
      ["stderr", "\uFFFD\u0007"],
      ["stderr", "last words"],
    ]);
    expect(checkTrace(frames).findings).toEqual([]);
  });

  it("creates a file that only its owner can read and keeps the previous file", async () => {
    const file = join(temporaryFolder(), "session.jsonl");
    writeFileSync(file, "earlier");
    await run(["--record", file, "--", ...agent("echo")], Buffer.from("1\n"));
    expect(readFileSync(`${file}.old`, "utf8")).toBe("earlier");
    expect(readTraceFile(file).frames).toHaveLength(2);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it("writes to a device without renaming it", async () => {
    const { stdout } = await run(
      ["--record", "/dev/null", "--", ...agent("echo")],
      Buffer.from("1"),
    );
    expect(stdout.toString()).toBe("1");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "contains every message that was forwarded before %s",
    async (signal) => {
      const file = join(temporaryFolder(), "session.jsonl");
      const { child, exited } = inspect(["--record", file, "--", ...agent("echo")]);
      await addressOf(child);
      for (let id = 0; id < 100; id += 1) {
        child.stdin.write(`{"id":${id}}\n`);
        await once(child.stdout, "data");
      }
      // Forwarding does not wait for the file, so the test has to.
      const last = '"recv","msg":{"id":99}}\n';
      await expect.poll(() => readFileSync(file, "utf8").endsWith(last)).toBe(true);
      child.kill(signal);
      expect(await exited).toEqual([null, signal]);
      expect(readTraceFile(file).frames).toHaveLength(200);
    },
  );

  it("keeps forwarding if the file cannot be written, and reports that once", async () => {
    const file = join(temporaryFolder(), "no such folder", "session.jsonl");
    const { stdout, stderr, code } = await run(
      ["--record", file, "--", ...agent("echo")],
      Buffer.from("1\n2\n"),
    );
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "1\n2\n", code: 0 });
    expect(stderr.match(/recording to .* stopped/g)).toHaveLength(1);
    expect(stderr).toContain("ENOENT");
  });
});
