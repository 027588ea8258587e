import { scriptedAgent, type TranscriptStorage, type Turn } from "@acp-store/testing";
import { folderTranscripts, serveStdio } from "@acp-store/testing/node";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PLAN = ["Read the cart", "Fix the total", "Run the tests"];
const OLD_TEXT =
  "export const total = (items) => items.reduce((sum, { price }) => sum + price, 0);\n";
const NEW_TEXT =
  "export const total = (items) =>\n  items.reduce((sum, { price, count }) => sum + price * count, 0);\n";
const TEST_OUTPUT =
  "✓ adds the prices of all items\n✓ counts items that appear several times\n\n2 passed\n";

/**
 * Keeps the transcripts in the folder for temporary files, so that nothing is written to a project.
 */
const files = folderTranscripts("acp-scripted-agent");
const storage: TranscriptStorage = {
  list: () => [],
  read: (sessionId) => files.read(sessionId, tmpdir()),
  append: (sessionId, _cwd, event) => files.append(sessionId, tmpdir(), event),
  delete: (sessionId) => files.delete(sessionId, tmpdir()),
};

/** Sends the plan with the steps before `current` completed. */
function sendPlan(turn: Turn, current: number): Promise<void> {
  return turn.plan(
    PLAN.map((content, at) => ({
      content,
      priority: "medium",
      status: at < current ? "completed" : at === current ? "in_progress" : "pending",
    })),
  );
}

/** Plays a fix in a project that does not exist. Nothing is read, changed or run. */
async function playFix(turn: Turn): Promise<void> {
  const path = join(turn.session.cwd, "src", "cart.js");
  await turn.title("Fix the total of the cart");
  await turn.think("The total ignores how often an item is in the cart.");
  await sendPlan(turn, 0);
  await turn.read(path, OLD_TEXT);
  await turn.say("The total ignores the count of the items. I will multiply the price by it.");
  await sendPlan(turn, 1);
  const isEdited = await turn.edit({
    path,
    oldText: OLD_TEXT,
    newText: NEW_TEXT,
    title: "Edit src/cart.js",
  });
  if (!isEdited) return turn.say("I left the file unchanged.");
  await sendPlan(turn, 2);
  const isTested = await turn.run({ command: "npm test", output: TEST_OUTPUT });
  await sendPlan(turn, PLAN.length);
  await turn.say(isTested ? "Fixed. The tests pass." : "Fixed. You did not let me run the tests.");
}

void serveStdio(
  scriptedAgent({
    info: { name: "acp-scripted-agent", title: "Scripted agent", version: "0.1.0" },
    speed: 1,
    features: ["close", "load", "resume"],
    storage,
    settings: [
      {
        id: "mode",
        name: "Mode",
        category: "mode",
        type: "select",
        value: "ask",
        options: [
          { value: "ask", name: "Ask" },
          { value: "plan", name: "Plan" },
        ],
      },
    ],
    onPrompt: (turn) =>
      /fix|cart/i.test(turn.text)
        ? playFix(turn)
        : turn.say(`You said: ${turn.text}\n\nI am a script. Ask me to fix the cart.`),
  }),
);
