import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSocket, collectLines, signIn } from "./support/page.js";
import { addressOf, agent, inspect, runBroken } from "./support/program.js";

async function start(command: readonly string[], ...options: string[]) {
  const inspected = inspect([...options, "--", ...command]);
  const address = await addressOf(inspected.child);
  const cookie = await signIn(address);
  return { ...inspected, address, open: () => openSocket(address, { cookie }) };
}

const message = (id: number): string => `{"jsonrpc":"2.0","id":${id}}`;

describe("a page", () => {
  it("receives earlier messages first and then each new message immediately", async () => {
    const { child, open } = await start(agent("echo"));
    child.stdin.write(`${message(1)}\n`);
    const early = collectLines(open());
    await early.waitFor(3);
    const late = collectLines(open());
    await late.waitFor(3);
    child.stdin.write(`${message(2)}\n`);
    await Promise.all([early.waitFor(5), late.waitFor(5)]);
    const [first, ...lines] = early.lines.map((line) => JSON.parse(line) as object);
    expect(first).toEqual({
      title: agent("echo").join(" "),
      isComplete: false,
      t: expect.any(Number),
    });
    expect(lines).toMatchObject([
      { dir: "sent", msg: { id: 1 } },
      { dir: "recv", msg: { id: 1 } },
      { dir: "sent", msg: { id: 2 } },
      { dir: "recv", msg: { id: 2 } },
    ]);
    expect(late.lines.slice(1)).toEqual(early.lines.slice(1));
  });

  it("receives the lines of stderr, but not the messages of acp-inspect", async () => {
    const { child, open } = await start(agent("complains"));
    child.stdin.write(`${message(1)}\n`);
    const page = collectLines(open());
    await page.waitFor(3);
    expect(page.lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { dir: "sent", msg: { id: 1 } },
      { dir: "stderr", msg: message(1) },
    ]);
  });

  it("receives the last output and how the agent ended", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = collectLines(open());
    await page.waitFor(1);
    child.stdin.end("no JSON");
    expect(await page.closed).toEqual({ code: 4000, reason: "The agent exited with code 0" });
    expect(page.lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { dir: "sent", msg: "no JSON" },
      { dir: "recv", msg: "no JSON" },
      { ended: "The agent exited with code 0", t: expect.any(Number) },
    ]);
    expect(await exited).toEqual([0, null]);
  });

  it("does not block the agent when it reads nothing, and learns how many it missed", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = open();
    const received = collectLines(page);
    await received.waitFor(1);
    page.pause();
    let byteCount = 0;
    child.stdout.on("data", (bytes: Buffer) => (byteCount += bytes.length));
    const text = "x".repeat(1_000_000);
    const lines = Array.from({ length: 60 }, (_, id) => `${JSON.stringify({ id, text })}\n`);
    for (const line of lines) if (!child.stdin.write(line)) await once(child.stdin, "drain");
    const total = lines.join("").length;
    await expect.poll(() => byteCount).toBe(total);
    page.resume();
    const last = (): string | undefined => received.lines.at(-1)?.slice(0, 50);
    await expect.poll(last).toContain('"recv","msg":{"id":59');
    expect(received.lines.some((line) => line.startsWith('{"skipped":'))).toBe(true);
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });
});

describe("the inspector", () => {
  it("reports its failure once and lets the agent continue", async () => {
    const { stdout, stderr, code } = await runBroken(agent("echo"), Buffer.from("1\n2\n"));
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "1\n2\n", code: 0 });
    expect(stderr).toMatch(/^acp-inspect: inspection stopped: .*\. The agent keeps running\.\n$/);
  });

  it("uses another port if the requested one is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { child, stderr, open } = await start(agent("echo"), "--port", String(port));
    child.stdin.write(`${message(1)}\n`);
    await collectLines(open()).waitFor(3);
    child.stdin.end();
    expect(await stderr).toMatch(new RegExp(`port ${port} cannot be used: .*EADDRINUSE`));
  });

  it("prints one line on stderr until a browser opens the address", async () => {
    const { child, stderr, exited } = inspect(["--", ...agent("echo")]);
    await addressOf(child);
    child.stdin.end();
    await exited;
    expect(await stderr).toMatch(
      /^acp-inspect: open http:\/\/127\.0\.0\.1:\d+\/\?token=\S+ to inspect .*\n$/,
    );
  });
});
