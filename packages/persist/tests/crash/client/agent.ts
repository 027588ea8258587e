import { scriptedAgent, type ScriptedAgent } from "@acp-store/testing";

/** An agent that survives its clients. */
export interface CrashAgent extends ScriptedAgent {
  /** The texts of the prompts that the agent has received. */
  readonly prompts: readonly string[];
}

/** About 60 chunks per second, as real agents stream. */
const SPEED = 4;

/**
 * Creates an agent that streams messages, tool calls, permission requests and plans. The words of its
 * messages are numbered in each session, so that a word that is missing or repeated is found.
 */
export function createCrashAgent(protocolVersion: 1 | 2): CrashAgent {
  const prompts: string[] = [];
  const counts = new Map<string, number>();

  function nextWords(sessionId: string, length: number): string {
    const start = counts.get(sessionId) ?? 0;
    counts.set(sessionId, start + length);
    return Array.from({ length }, (_, index) => `word-${start + index}`).join(" ");
  }

  const agent = scriptedAgent({
    protocolVersions: [protocolVersion],
    speed: SPEED,
    async onSession({ session, send }) {
      // The agent remembers a session from its first event on.
      if (session.events.length === 0)
        await send({ sessionUpdate: "session_info_update", title: "A session" });
    },
    async onPrompt(turn) {
      prompts.push(turn.text);
      const say = (length: number): Promise<void> =>
        turn.say(nextWords(turn.session.sessionId, length));
      await turn.think("I look at the files first, then at the test.");
      await turn.plan(["Look", "Fix", "Test"]);
      await say(40);
      await turn.read("/project/a.ts", "const a = 1;\n".repeat(100));
      await say(20);
      await turn.edit({ path: "/project/a.ts", oldText: "1", newText: "2\n".repeat(500) });
      await say(40);
      await turn.run({ command: "npm test", output: "A line of the output.\n".repeat(50) });
      await say(60);
    },
  });
  return { ...agent, prompts };
}
