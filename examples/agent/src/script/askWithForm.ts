import type { FormQuestion, Turn } from "@acp-store/testing";

const RELEASE_FORM: FormQuestion = {
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
  const { elicitation } = turn.clientCapabilities as { elicitation?: { form?: object } };
  if (!elicitation?.form)
    return turn.say("This client does **not support forms**, so I cannot ask.");
  await turn.say("I have a few questions.");
  const answers = await turn.askForm(RELEASE_FORM);
  if (!answers) return turn.say("The form was declined, so I will continue without it.");
  const lines = Object.entries(answers).map(([name, value]) => `- ${name}: \`${String(value)}\``);
  await turn.say(["Your answers:", "", ...lines].join("\n"));
}
