import type { Form } from "../client.js";
import { unlessCancelled } from "../permission.js";
import type { Turn } from "../turn.js";

const FORM: Form = {
  message: "What should the next release of the cart have?",
  properties: {
    feature: { type: "string", title: "Feature" },
    priority: { type: "string", title: "Priority", enum: ["low", "medium", "high"] },
    days: { type: "integer", title: "Days it may take", minimum: 1 },
    tested: { type: "boolean", title: "With tests", default: true },
  },
  required: ["feature", "priority"],
};

/** Asks the user with a form, where the client can show one. */
export async function form(turn: Turn): Promise<void> {
  const { client, signal } = turn;
  if (!client.fillIn)
    return turn.say("This client shows **no forms**, so there is nothing to ask.");
  await turn.say("I have a few questions.");
  const answers = await unlessCancelled(signal, client.fillIn(FORM, signal));
  if (!answers) return turn.say("Then I will not ask again.");
  const lines = Object.entries(answers).map(([name, value]) => `- ${name}: \`${String(value)}\``);
  await turn.say(["Noted:", "", ...lines].join("\n"));
}
