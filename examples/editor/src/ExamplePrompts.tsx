import { useAgent } from "@acp-store/react";
import { EmptyState, type ExamplePrompt } from "@acp-store/ui";
import type { ReactElement } from "react";

const SCRIPTED_AGENT_EXAMPLES: readonly ExamplePrompt[] = [
  {
    icon: "pencil",
    label: "See a full turn: plan, edit, and checks",
    prompt: "Fix the total of the cart",
  },
  { icon: "terminal", label: "Run a command that you can stop", prompt: "/long" },
  { icon: "alert", label: "See a tool call that fails", prompt: "/fail" },
];

/** Shown before the first message. The scripted agent has its own prompts. */
export function ExamplePrompts(): ReactElement {
  const isScripted = useAgent((agent) => agent.info?.name === "acp-demo-agent");
  return isScripted ? <EmptyState examples={SCRIPTED_AGENT_EXAMPLES} /> : <EmptyState />;
}
