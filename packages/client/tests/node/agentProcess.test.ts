import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type AgentProcess, spawnAgentProcess } from "@acp-store/client/node";
import { describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { openLifeline } from "../support/lifeline.js";

const fixture = (name: string): string => join(import.meta.dirname, "../fixtures", name);

/** Starts an agent of `fixtures/processes.mjs` and waits for the process that it runs. */
async function startAgent(kind: string) {
  const { port, connected } = await openLifeline(onTestFinished);
  const agent = await spawnAgentProcess(process.execPath, [fixture("processes.mjs"), kind, port]);
  onTestFinished(agent.end);
  agent.stderr.resume();
  return { agent, output: collectText(agent), ...(await connected) };
}

/** Resolves with all text that an agent writes to stdout. */
async function collectText({ stdout }: AgentProcess): Promise<string> {
  let text = "";
  for await (const chunk of stdout.setEncoding("utf8")) text += chunk;
  return text;
}

describe("spawnAgentProcess", () => {
  it("gives an agent time to end its commands before it is killed", async () => {
    const { agent, output, ended } = await startAgent("tidy");
    await agent.end();
    await ended;
    expect(await output).toContain("ended");
    expect(await agent.exited).toEqual({ exitCode: 0, signal: null });
  });

  it("gives the rest of the group time if its leader exits first", async () => {
    const { agent, output, ended } = await startAgent("runner");
    await agent.end();
    await ended;
    expect(await output).toContain("ending");
  });

  it("ends an agent that ignores the end of its input and SIGTERM", async () => {
    const { agent, output, ended } = await startAgent("hung");
    await agent.end();
    await ended;
    expect(await output).toBe("ready\n");
    expect(await agent.exited).toEqual({ exitCode: null, signal: "SIGKILL" });
  });

  it("reports the exit before the processes that the agent left behind have ended", async () => {
    const { agent, output, ended } = await startAgent("leaver");
    let hasEnded = false;
    const allEnded = ended.then(() => (hasEnded = true));
    agent.stdin.write("go\n");
    expect(await output).toBe("ready\n");
    expect(await agent.exited).toEqual({ exitCode: 5, signal: null });
    expect(hasEnded).toBe(false);
    await allEnded;
  });

  it("rejects with the command and the error code if the agent cannot be started", async () => {
    await expect(spawnAgentProcess("no-such-agent-here")).rejects.toMatchObject({
      message: expect.stringContaining('The command "no-such-agent-here" was not found.') as string,
      command: "no-such-agent-here",
      code: "ENOENT",
    });
  });
});

/** Ends a host process. Resolves when the hung process that it ran has ended too. */
async function endHost(
  kind: string,
  end: string,
  { onTestFinished: onFinished }: Pick<TestContext, "onTestFinished">,
): Promise<"ended"> {
  const { port, connected } = await openLifeline(onFinished);
  const host = spawn(process.execPath, [fixture("host.mjs"), kind, end, port], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  onFinished(() => void host.kill("SIGKILL"));
  const exited = once(host, "exit");
  await once(host.stdout, "data");
  const { ended } = await connected;
  if (end.startsWith("SIG")) host.kill(end as NodeJS.Signals);
  await exited;
  await ended;
  return "ended";
}

describe("a hung agent", () => {
  it.concurrent.for(["exit", "throw", "SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"])(
    "ends when its host ends by %s",
    async (end, context) => {
      expect(await endHost("agent", end, context)).toBe("ended");
    },
  );
});

describe("a hung command in a terminal", () => {
  it.concurrent.for(["exit", "SIGKILL"])("ends when its host ends by %s", async (end, context) => {
    expect(await endHost("command", end, context)).toBe("ended");
  });
});
