import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, agent, inspect, run } from "./support/program.js";

describe("what passes through", () => {
  it("comes out byte for byte, whatever it is", async () => {
    const { child } = inspect(["--", ...agent("echo")]);
    const back = buffer(child.stdout);
    const sent: Buffer[] = [];
    const pieces = fc
      .sample(fc.uint8Array({ maxLength: 5000 }), 200)
      .map((bytes) => Buffer.from(bytes));
    const lines = [Buffer.from('{"jsonrpc":"2.0"}\r\n\n'), Buffer.from([0xff, 0xfe, 0x0a, 0xc3])];
    for (const piece of [...pieces, ...lines, randomBytes(5_000_000), Buffer.from("\n{")]) {
      sent.push(piece);
      if (!child.stdin.write(piece)) await once(child.stdin, "drain");
    }
    child.stdin.end();
    expect((await back).equals(Buffer.concat(sent))).toBe(true);
  });

  it("comes out at once, also half a line", async () => {
    const { child } = inspect(["--", ...agent("echo")]);
    for (const piece of ["{", '"half":', "1"]) {
      child.stdin.write(piece);
      expect(String((await once(child.stdout, "data"))[0])).toBe(piece);
    }
  });

  it("leaves stderr and the command line as they are", async () => {
    const args = ["--record", "--", "-- ", "é", ""];
    const { stdout, stderr } = await run(["--", ...agent("about", ...args)]);
    expect(JSON.parse(stdout.toString())).toEqual({ args, cwd: process.cwd() });
    expect(stderr).toContain("a warning\n");
  });

  it("holds an agent back whose editor is slow, and loses nothing", async () => {
    const size = 20_000_000;
    const { child, exited } = inspect(["--", ...agent("flood", String(size))]);
    let isWritten = false;
    child.stderr.on("data", (words: string) => (isWritten ||= words.includes("all written")));
    await addressOf(child);
    await once(child.stdout, "readable");
    // Far more than fits into all the pipes was not read.
    expect(isWritten).toBe(false);
    let received = 0;
    for await (const bytes of child.stdout) received += (bytes as Buffer).length;
    expect(received).toBeGreaterThanOrEqual(size);
    expect(received % 1012).toBe(0);
    expect(await exited).toEqual([0, null]);
  });
});

describe("the end", () => {
  it("ends the agent's input with the editor's", async () => {
    const { stdout, code } = await run(["--", ...agent("echo")], Buffer.from("a\nb"));
    expect(stdout.toString()).toBe("a\nb");
    expect(code).toBe(0);
  });

  it.each([0, 1, 42])("has the agent's exit code %d, after its last words", async (wanted) => {
    const { stdout, code } = await run(["--", ...agent("exits", String(wanted))]);
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "last words", code: wanted });
  });

  it.each(["SIGTERM", "SIGKILL", "SIGABRT"])(
    "is by the signal the agent died of: %s",
    async (name) => {
      const { stdout, signal } = await run(["--", ...agent("dies", name)]);
      expect({ stdout: stdout.toString(), signal }).toEqual({ stdout: "last words", signal: name });
    },
  );

  it("passes signals on, and leaves it to the agent what they mean", async () => {
    const { child, exited } = inspect(["--", ...agent("signals")]);
    const next = async () => String((await once(child.stdout, "data"))[0]).trim();
    expect(await next()).toBe('"ready"');
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      child.kill(signal);
      expect(await next()).toBe(`"${signal}"`);
    }
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it("lets the editor see that the agent closed its output", async () => {
    const { child, exited } = inspect(["--", ...agent("mute")]);
    expect(await text(child.stdout)).toBe("bye");
    expect(child.exitCode).toBeNull();
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it("lets the editor see that the agent reads no more", async () => {
    const { child } = inspect(["--", ...agent("deaf")]);
    await once(child.stdout, "data");
    const failed = once(child.stdin, "error");
    const write = (): void =>
      void child.stdin.write("x".repeat(1000), () => child.stdin.writable && write());
    write();
    expect((await failed)[0]).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
  });

  it("lets the agent see that the editor reads no more", async () => {
    const { child, exited } = inspect(["--", ...agent("flood", "1e12")]);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect((await exited)[0]).not.toBe(0);
  });

  it("comes though a process that the agent left behind holds its output", async () => {
    const { stdout, code } = await run(["--", ...agent("parent")]);
    expect(code).toBe(0);
    process.kill(Number(stdout.toString()), "SIGKILL");
  });

  it("says that a command cannot be started", async () => {
    const { stdout, stderr, code } = await run(["--", "no-such-agent"]);
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 127 });
    expect(stderr).toMatch(/^acp-inspect: "no-such-agent" could not be started .*ENOENT/);
  });
});
