import { useAgent } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { usePanelActions } from "../actions/usePanelActions.js";
import { getAgentTitle } from "../connection/getAgentTitle.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { baseName } from "../format/paths.js";

/** A prompt that the user can send with one click. */
export interface ExamplePrompt {
  /** The icon in front of the prompt. */
  readonly icon: IconName;
  /** A short description of the result. */
  readonly label: string;
  /** The text to send. */
  readonly prompt: string;
}

/** The props of {@link EmptyState}. */
export interface EmptyStateProps {
  /** The prompts to offer. */
  readonly examples?: readonly ExamplePrompt[];
}

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
export function EmptyState({ examples = DEFAULT_EXAMPLES }: EmptyStateProps): ReactElement {
  const { cwd, isRecording } = useAcpUi();
  const actions = usePanelActions();
  const agent = useAgent();
  if (isRecording)
    return <p className="acp-ui acp-empty-state-recording">Nothing has happened yet.</p>;
  return (
    <section className="acp-ui acp-empty-state" aria-labelledby="empty-title">
      <span className="acp-empty-state-icon">
        <Icon name="sparkle" />
      </span>
      <h2 id="empty-title" className="acp-empty-state-title">
        What would you like to work on?
      </h2>
      {cwd !== undefined && (
        <p className="acp-empty-state-folder">
          {getAgentTitle(agent) ?? "The agent"} works in <code>{baseName(cwd)}</code>.
        </p>
      )}
      <ul className="acp-examples">
        {examples.map(({ icon, label, prompt }) => (
          <li key={prompt}>
            <button
              type="button"
              className="acp-example"
              disabled={actions === undefined}
              onClick={() => void actions?.prompt(prompt)}
            >
              <Icon name={icon} />
              <span className="acp-example-prompt">{prompt}</span>
              <span className="acp-example-label">{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
