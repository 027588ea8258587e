import { useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { getAgentTitle } from "../shell/getAgentTitle.js";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";
import { baseName } from "../ui/paths.js";

interface ExamplePrompt {
  readonly icon: IconName;
  readonly label: string;
  readonly prompt: string;
}

const SCRIPTED_AGENT_EXAMPLES: readonly ExamplePrompt[] = [
  {
    icon: "pencil",
    label: "See a full turn: plan, edit, and checks",
    prompt: "Fix the total of the cart",
  },
  { icon: "terminal", label: "Run a command that you can stop", prompt: "/long" },
  { icon: "alert", label: "See a tool call that fails", prompt: "/fail" },
];

const DEFAULT_EXAMPLES: readonly ExamplePrompt[] = [
  {
    icon: "search",
    label: "Find your way around",
    prompt: "Explain how this project is structured",
  },
  { icon: "wrench", label: "Get something working", prompt: "Run the tests and fix what fails" },
  { icon: "pencil", label: "Improve the code", prompt: "Find a small improvement and make it" },
];

/** Shown before the first message, with example prompts. */
export function EmptyState(): ReactElement {
  const { cwd, actions, isRecording } = usePanelScope();
  const agent = useAgent();
  const examples =
    agent.info?.name === "acp-demo-agent" ? SCRIPTED_AGENT_EXAMPLES : DEFAULT_EXAMPLES;
  if (isRecording) return <p className="empty-state-recording">Nothing has happened yet.</p>;
  return (
    <section className="empty-state" aria-labelledby="empty-title">
      <span className="empty-state-icon">
        <Icon name="sparkle" />
      </span>
      <h2 id="empty-title" className="empty-state-title">
        What would you like to work on?
      </h2>
      {cwd !== undefined && (
        <p className="empty-state-folder">
          {getAgentTitle(agent) ?? "The agent"} works in <code>{baseName(cwd)}</code>.
        </p>
      )}
      <ul className="examples">
        {examples.map(({ icon, label, prompt }) => (
          <li key={prompt}>
            <button
              type="button"
              className="example"
              disabled={actions === undefined}
              onClick={() => void actions?.prompt(prompt)}
            >
              <Icon name={icon} />
              <span className="example-prompt">{prompt}</span>
              <span className="example-label">{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
