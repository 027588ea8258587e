import { expect, it } from "vitest";
import { createTemporaryFolder, fixtureCommand, startProgram } from "./support/program.js";
import { startOnScreen } from "./support/screen.js";

const BUSY_AGENT = fixtureCommand("busyAgent.mjs");
const TWO_AGENTS = ["--agent", `front=${BUSY_AGENT}`, "--agent", `back=${BUSY_AGENT}`];

async function startTwoAgents() {
  const program = startOnScreen(TWO_AGENTS);
  await program.waitFor("Type /help");
  return program;
}

it("answers the permission of an agent that is not shown after a switch with Tab", async () => {
  const { type, waitFor, waitUntil, screen } = await startTwoAgents();
  await waitFor("front · Tab: back");
  type("hold\r");
  await waitFor("The call that never ends");
  type("\t");
  await waitFor("── back");
  type("diff\r");
  await waitFor("1–3:");
  type("\t");
  await waitFor("needs your answer · Tab: back");
  await waitFor("Working");
  expect(screen()).not.toContain("1–3:");
  type("A draft");
  await waitFor("› A draft");
  type("\t");
  await waitFor("1–3:");
  expect(screen()).not.toContain("A draft");
  type("3");
  await waitFor("→ Reject");
  type("\t");
  await waitFor("› A draft");
  await waitUntil((shown) => !shown.includes("needs your answer"), "The inbox is empty");
});

it("continues a session with another agent, after a look at what it gets", async () => {
  const { type, waitFor, screen } = await startTwoAgents();
  type("words\r");
  await waitFor("— end_turn");
  type("/handoff nobody\r");
  await waitFor("Use /handoff with the id of another agent: back.");
  type("/handoff back\r");
  await waitFor("This is what back gets.");
  type("/handoff back Continue with the list\r");
  await waitFor("── back");
  await waitFor("Record of 2 blocks, with the answer.");
  expect(screen()).toContain("Continue with the list");
});

it("starts an agent when it is used", async () => {
  const { type, waitFor, screen } = await startTwoAgents();
  type("\t");
  await waitFor("── back");
  expect(screen().split("Connected to")).toHaveLength(2);
  type("pid\r");
  await waitFor("I am process");
  await expect.poll(() => screen().split("Connected to")).toHaveLength(3);
});

it("tells that a turn of a hidden agent was interrupted when it was killed, and continues", async () => {
  const { type, waitFor, waitUntil, screen } = await startTwoAgents();
  type("\t");
  await waitFor("── back");
  type("pid\r");
  await waitFor("I am process");
  const pid = Number(/process (\d+)/.exec(screen())?.[1]);
  type("hold\r");
  await waitFor("The call that never ends");
  type("\t");
  await waitFor("── front");
  process.kill(pid, "SIGKILL");
  await waitFor("has failed · Tab: back");
  type("pid\r");
  await waitUntil((shown) => shown.split("I am process").length === 3, "The answer of front");
  type("\t");
  await waitFor("(did not finish)");
  await expect.poll(screen).not.toContain("has failed");
});

it("continues with the other agents when one cannot be started", async () => {
  const { type, waitFor, exitCode } = startOnScreen([
    ...["--agent", "gone=no-such-agent-anywhere", "--agent", `back=${BUSY_AGENT}`],
  ]);
  await waitFor("no-such-agent-anywhere");
  await waitFor("Type /help");
  type("\t");
  await waitFor("! gone has failed · Tab: gone");
  type("pid\r");
  await waitFor("I am process");
  type("/quit\r");
  expect(await exitCode).toBe(0);
});

it("exits when all agents have failed", async () => {
  const agents = ["first", "second"].flatMap((name) => ["--agent", `${name}=no-such-${name}`]);
  const { type, waitForLine, exitCode } = startProgram(agents);
  await waitForLine("Type /help");
  type("/next");
  await waitForLine("── second");
  type("Hello");
  expect(await exitCode).toBe(1);
});

it("switches with /next in a pipe", async () => {
  const { type, waitForLine, exitCode } = startProgram(TWO_AGENTS);
  await waitForLine("Type /help");
  type("/next");
  type("words");
  await waitForLine("── back");
  await waitForLine("> words");
  await waitForLine("— end_turn");
  type("/quit");
  expect(await exitCode).toBe(0);
});

it("continues the last session of each agent", async () => {
  const env = {
    XDG_STATE_HOME: await createTemporaryFolder(),
    INIT_CWD: await createTemporaryFolder(),
  };
  const earlier = startProgram(TWO_AGENTS, 1000, env);
  for (const line of ["words", "/next", "pid", "/quit"]) earlier.type(line);
  expect(await earlier.exitCode).toBe(0);
  const { type, waitForLine } = startProgram([...TWO_AGENTS, "--continue"], 1000, env);
  await waitForLine("> words");
  await waitForLine("Type /help");
  type("/next");
  await waitForLine("── back");
  await waitForLine("> pid");
});

it.each([
  [["--agent", "x --acp", "--agent", "x --acp"], '--agent "x --acp" is given twice'],
  [["--agent", "a=x", "--agent", "a=y"], '--agent "a" is given twice'],
  [["--agent", "a= "], "contains no command"],
])("rejects the agents %j", async (args, message) => {
  const { exitCode, errors } = startProgram(args);
  expect(await exitCode).toBe(2);
  expect(errors()).toContain(message);
});
