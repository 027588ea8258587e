import type { FormRequest } from "../sessionClient.js";
import { awaitUnlessCancelled } from "../permission.js";
import type { Turn } from "../turn.js";

const RELEASE_FORM: FormRequest = {
  message: "What should the next release of the cart have?",
  properties: {
    feature: { type: "string", title: "Feature" },
    priority: { type: "string", title: "Priority", enum: ["low", "medium", "high"] },
    days: { type: "integer", title: "Estimated days", minimum: 1 },
    tested: { type: "boolean", title: "Include tests", default: true },
  },
  required: ["feature", "priority"],
};

/** Asks the user to fill in a form, if the client supports forms. */
export async function askWithForm(turn: Turn): Promise<void> {
  const { client, signal } = turn;
  if (!client.requestForm)
    return turn.sendMessage("This client does **not support forms**, so I cannot ask.");
  await turn.sendMessage("I have a few questions.");
  const answers = await awaitUnlessCancelled(signal, client.requestForm(RELEASE_FORM, signal));
  if (!answers) return turn.sendMessage("The form was declined, so I will continue without it.");
  const lines = Object.entries(answers).map(([name, value]) => `- ${name}: \`${String(value)}\``);
  await turn.sendMessage(["Your answers:", "", ...lines].join("\n"));
}
