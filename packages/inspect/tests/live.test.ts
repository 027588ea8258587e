import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSocket, seenBy, signIn } from "./support/page.js";
import { addressOf, agent, inspect, runBroken } from "./support/program.js";

async function start(command: readonly string[], ...options: string[]) {
  const inspected = inspect([...options, "--", ...command]);
  const address = await addressOf(inspected.child);
  const cookie = await signIn(address);
  return { ...inspected, address, open: () => openSocket(address, { cookie }) };
}

const message = (id: number): string => `{"jsonrpc":"2.0","id":${id}}`;

describe("a page", () => {
  it("gets what was said before it opened, and then each message as it comes", async () => {
    const { child, open } = await start(agent("echo"));
    child.stdin.write(`${message(1)}\n`);
    const early = seenBy(open());
    await early.count(3);
    const late = seenBy(open());
    await late.count(3);
    child.stdin.write(`${message(2)}\n`);
    await Promise.all([early.count(5), late.count(5)]);
    const [about, ...lines] = early.lines.map((line) => JSON.parse(line) as object);
    expect(about).toEqual({ about: agent("echo").join(" "), isOver: false });
    expect(lines).toMatchObject([
      { dir: "sent", msg: { id: 1 } },
      { dir: "recv", msg: { id: 1 } },
      { dir: "sent", msg: { id: 2 } },
      { dir: "recv", msg: { id: 2 } },
    ]);
    expect(late.lines).toEqual(early.lines);
  });

  it("gets the last words, and is told how the agent ended", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = seenBy(open());
    await page.count(1);
    child.stdin.end("no JSON");
    expect(await page.closed).toEqual({ code: 4000, reason: "The agent exited with code 0" });
    expect(page.lines.slice(1).map((line) => JSON.parse(line))).toMatchObject([
      { dir: "sent", msg: "no JSON" },
      { dir: "recv", msg: "no JSON" },
      { ended: "The agent exited with code 0", t: expect.any(Number) },
    ]);
    expect(await exited).toEqual([0, null]);
  });

  it("that takes nothing holds nobody up, and is told what it missed", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = open();
    const seen = seenBy(page);
    await seen.count(1);
    page.pause();
    let received = 0;
    child.stdout.on("data", (bytes: Buffer) => (received += bytes.length));
    const text = "x".repeat(1_000_000);
    const lines = Array.from({ length: 60 }, (_, id) => `${JSON.stringify({ id, text })}\n`);
    for (const line of lines) if (!child.stdin.write(line)) await once(child.stdin, "drain");
    const all = lines.join("").length;
    await expect.poll(() => received).toBe(all);
    page.resume();
    const last = (): string | undefined => seen.lines.at(-1)?.slice(0, 50);
    await expect.poll(last).toContain('"recv","msg":{"id":59');
    expect(seen.lines.some((line) => line.startsWith('{"skipped":'))).toBe(true);
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
  });
});

describe("the inspector", () => {
  it("is not missed when it fails, which is said once", async () => {
    const { stdout, stderr, code } = await runBroken(agent("echo"), Buffer.from("1\n2\n"));
    expect({ stdout: stdout.toString(), code }).toEqual({ stdout: "1\n2\n", code: 0 });
    expect(stderr).toMatch(
      /^acp-inspect: nothing is inspected any more: .*\. The agent works on\.\n$/,
    );
  });

  it("takes another port where the one that was asked for is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const { child, stderr, open } = await start(agent("echo"), "--port", String(port));
    child.stdin.write(`${message(1)}\n`);
    await seenBy(open()).count(3);
    child.stdin.end();
    expect(await stderr).toMatch(new RegExp(`port ${port} cannot be used: .*EADDRINUSE`));
  });

  it("says one line, and that on stderr", async () => {
    const { child, stderr, exited } = await start(agent("echo"));
    child.stdin.end();
    await exited;
    expect(await stderr).toMatch(
      /^acp-inspect: look at .* at http:\/\/127\.0\.0\.1:\d+\/\?token=\S+\n$/,
    );
  });
});
