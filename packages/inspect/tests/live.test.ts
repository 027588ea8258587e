import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSocket, seenBy, signIn } from "./support/page.js";
import { addressOf, agent, inspect } from "./support/program.js";

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
    const [about, ...lines] = early.lines().map((line) => JSON.parse(line) as object);
    expect(about).toEqual({ about: agent("echo").join(" ") });
    expect(lines).toMatchObject([
      { dir: "sent", msg: { id: 1 } },
      { dir: "recv", msg: { id: 1 } },
      { dir: "sent", msg: { id: 2 } },
      { dir: "recv", msg: { id: 2 } },
    ]);
    expect(late.lines()).toEqual(early.lines());
  });

  it("gets the last words, and is told how the agent ended", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = seenBy(open());
    await page.count(1);
    child.stdin.end("no JSON");
    expect(await page.closed).toEqual({ code: 4000, reason: "The agent exited with code 0" });
    expect(
      page
        .lines()
        .slice(1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { dir: "sent", msg: "no JSON" },
      { dir: "recv", msg: "no JSON" },
    ]);
    expect(await exited).toEqual([0, null]);
  });

  it("that takes nothing holds nobody up", async () => {
    const { child, open, exited } = await start(agent("echo"));
    const page = open();
    await once(page, "message");
    page.pause();
    const line = `${JSON.stringify({ text: "x".repeat(1_000_000) })}\n`;
    let received = 0;
    child.stdout.on("data", (bytes: Buffer) => (received += bytes.length));
    for (let count = 0; count < 60; count += 1)
      if (!child.stdin.write(line)) await once(child.stdin, "drain");
    child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(received).toBe(60 * line.length);
  });
});

describe("the inspector", () => {
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
