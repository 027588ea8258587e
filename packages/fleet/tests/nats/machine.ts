import { setTimeout as delay } from "node:timers/promises";
import { createFleet } from "@acp-store/fleet/owner";
import { hostMirrors } from "@acp-store/mirror";
import { hostOnNats } from "@acp-store/mirror/nats";
import { scriptedAgent, type Turn } from "@acp-store/testing";
import { connectToNats } from "../../../mirror/tests/support/connectToNats.js";

// A machine with two agents, one that writes until it is told to stop, and one that asks for permission.
// Usage: node machine.mjs PORT NAME

/** A text that an agent has said, or an answer that it has got. */
export interface MachineReport {
  readonly agentId: string;
  readonly said?: string;
  readonly heard?: string;
}

const [, , port, name = ""] = process.argv;
let isStopped = false;
process.on("message", () => (isStopped = true));
process.on("disconnect", () => process.exit());
const report = (line: MachineReport): void => void process.send?.(line);

async function write(turn: Turn): Promise<void> {
  for (let word = 0; !isStopped; word++) {
    await turn.say(`${word} `);
    report({ agentId: `${name}-writer`, said: `${word} ` });
    await delay(5);
  }
}

async function ask(turn: Turn): Promise<void> {
  for (let request = 0; request < 2; request++) {
    const { optionId } = await turn.askPermission();
    report({ agentId: `${name}-asker`, heard: optionId });
  }
}

const connection = await connectToNats(Number(port));
const scripts = { [`${name}-writer`]: write, [`${name}-asker`]: ask };
const agents = Object.entries(scripts).map(([id, onPrompt]) => ({
  id,
  name: id,
  source: scriptedAgent({ onPrompt }).connect,
}));
const fleet = createFleet({ agents });
for (const [agentId, agent] of fleet.agents) {
  const open = async () => ({
    host: hostMirrors(agent.store, { agent: agent.connection }),
    close: () => {},
  });
  const ownership = hostOnNats(connection, agentId, open, { may: () => true });
  await new Promise((resolve) => ownership.onOwnerChange(resolve));
}
for (const { connection: agent } of fleet.agents.values()) {
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  void agent.prompt(sessionId, "Go");
}
