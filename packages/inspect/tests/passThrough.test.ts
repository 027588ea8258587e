import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, agent, inspect, inspectBytes, run } from "./support/program.js";

describe("forwarding", () => {
  it("preserves every byte", async () => {
    const { child } = inspect(["--", ...agent("echo")]);
    const received = buffer(child.stdout);
    const sent: Buffer[] = [];
    const chunks = fc
      .sample(fc.uint8Array({ maxLength: 5000 }), 200)
      .map((bytes) => Buffer.from(bytes));
    const lines = [Buffer.from('{"jsonrpc":"2.0"}\r\n\n'), Buffer.from([0xff, 0xfe, 0x0a, 0xc3])];
    for (const chunk of [...chunks, ...lines, randomBytes(5_000_000), Buffer.from("\n{")]) {
      sent.push(chunk);
      if (!child.stdin.write(chunk)) await once(child.stdin, "drain");
    }
    child.stdin.end();
    expect((await received).equals(Buffer.concat(sent))).toBe(true);
  });

  it("forwards incomplete lines immediately", async () => {
    const { child } = inspect(["--", ...agent("echo")]);
    for (const chunk of ["{", '"half":', "1"]) {
      child.stdin.write(chunk);
      expect(String((await once(child.stdout, "data"))[0])).toBe(chunk);
    }
  });

  it("leaves stderr and the command line unchanged", async () => {
    const args = ["--record", "--", "-- ", "é", ""];
    const { stdout, stderr } = await run(["--", ...agent("about", ...args)]);
    expect(JSON.parse(stdout.toString())).toEqual({ args, cwd: process.cwd() });
    expect(stderr).toContain("a warning\n");
  });

  it("slows the agent down to the editor's pace without losing output", async () => {
    const size = 20_000_000;
    const { child, exited } = inspect(["--", ...agent("flood", String(size))]);
    let isWritten = false;
    child.stderr.on("data", (chunk: string) => (isWritten ||= chunk.includes("all written")));
    await addressOf(child);
    await once(child.stdout, "readable");
    // Most of the output does not fit into the pipes, so the agent is still writing.
    expect(isWritten).toBe(false);
    let received = 0;
    for await (const bytes of child.stdout) received += (bytes as Buffer).length;
    expect(received).toBeGreaterThanOrEqual(size);
    expect(received % 1012).toBe(0);
    expect(await exited).toEqual([0, null]);
  });
});

describe("stderr", () => {
  it("preserves every byte after the messages of acp-inspect", async () => {
    const { child } = inspectBytes(["--", ...agent("complains")]);
    const received = buffer(child.stderr);
    const [start] = (await once(child.stderr, "data")) as [Buffer];
    const sent = [Buffer.from([0xff, 0xfe, 0x0a, 0xc3]), randomBytes(2_000_000), Buffer.from("{")];
    for (const chunk of sent) if (!child.stdin.write(chunk)) await once(child.stdin, "drain");
    child.stdin.end();
    const bytes = (await received).subarray(start.length);
    expect(start.toString()).toMatch(/^acp-inspect: open .*\n$/);
    expect(bytes.equals(Buffer.concat(sent))).toBe(true);
  });

  it("forwards incomplete lines immediately", async () => {
    const { child } = inspect(["--", ...agent("complains")]);
    await addressOf(child);
    for (const chunk of ["war", "ning"]) {
      child.stdin.write(chunk);
      expect(String((await once(child.stderr, "data"))[0])).toBe(chunk);
    }
  });

  it("slows the agent down to the editor's pace, without holding back its messages", async () => {
    const size = 20_000_000;
    const { child, exited } = inspectBytes(["--", ...agent("chats", String(size))]);
    let messages = "";
    child.stdout.on("data", (chunk: Buffer) => (messages += String(chunk)));
    child.stdin.write("Hello");
    await expect.poll(() => messages).toBe('"done"\n');
    child.stdin.end();
    expect((await buffer(child.stderr)).length).toBeGreaterThan(size);
    expect(await exited).toEqual([0, null]);
    expect(messages).toBe('"done"\n"all written"\n');
  });

  it("keeps the agent running when the editor closes its end", async () => {
    const { child, exited } = inspectBytes(["--", ...agent("grumbles")]);
    await once(child.stderr, "data");
    child.stderr.destroy();
    for (let chunk = 0; chunk < 5; chunk++) {
      child.stdin.write("Hello");
      expect(String((await once(child.stdout, "data"))[0])).toBe('"done"\n');
    }
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it("forwards all of it when the agent exits", async () => {
    const { stderr, code } = await run(["--", ...agent("crashes", "1000000")]);
    // The address of the page is printed between the chunks of the agent.
    const output = stderr.replaceAll(/acp-inspect: [^\n]*\n/g, "");
    expect(output).toContain("x".repeat(1_000_000));
    expect(code).toBe(3);
  });
});

describe("exit", () => {
  it("closes the agent's stdin when the editor closes its own", async () => {
    const { stdout, code } = await run(["--", ...agent("echo")], Buffer.from("a\nb"));
    expect(stdout.toString()).toBe("a\nb");
    expect(code).toBe(0);
  });

  it.each([0, 1, 42])(
    "exits with the agent's exit code %d after forwarding its last output",
    async (wanted) => {
      const { stdout, code } = await run(["--", ...agent("exits", String(wanted))]);
      expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "last words", code: wanted });
    },
  );

  it.each(["SIGTERM", "SIGKILL", "SIGABRT"])(
    "terminates itself with the signal that terminated the agent: %s",
    async (name) => {
      const { stdout, signal } = await run(["--", ...agent("dies", name)]);
      expect({ stdout: stdout.toString(), signal }).toEqual({ stdout: "last words", signal: name });
    },
  );

  it("forwards signals and keeps running until the agent exits", async () => {
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

  it("closes stdout when the agent closes its stdout", async () => {
    const { child, exited } = inspect(["--", ...agent("mute")]);
    expect(await text(child.stdout)).toBe("bye");
    expect(child.exitCode).toBeNull();
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });

  it("closes stdin when the agent closes its stdin", async () => {
    const { child } = inspect(["--", ...agent("deaf")]);
    await once(child.stdout, "data");
    const failed = once(child.stdin, "error");
    const write = (): void =>
      void child.stdin.write("x".repeat(1000), () => child.stdin.writable && write());
    write();
    expect((await failed)[0]).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
  });

  it("closes the agent's stdout when the editor closes its end", async () => {
    const { child, exited } = inspect(["--", ...agent("flood", "1e12")]);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect((await exited)[0]).not.toBe(0);
  });

  it("exits even if a child process of the agent keeps stdout and stderr open", async () => {
    const { stdout, code } = await run(["--", ...agent("parent")]);
    expect(code).toBe(0);
    process.kill(Number(stdout.toString()), "SIGKILL");
  });

  it("reports a command that cannot be started", async () => {
    const { stdout, stderr, code } = await run(["--", "no-such-agent"]);
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "", code: 127 });
    expect(stderr).toMatch(/^acp-inspect: "no-such-agent" could not be started .*ENOENT/);
  });
});
