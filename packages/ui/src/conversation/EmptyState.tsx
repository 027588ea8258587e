import { useAgent } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { usePanelActions } from "../actions/usePanelActions.js";
import { getAgentTitle } from "../connection/getAgentTitle.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { baseName } from "../format/paths.js";
import { TextWithSlots } from "../texts/TextWithSlots.js";
import { conversationTexts } from "../texts/conversationTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

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
  /** The prompts to offer. Default: three that fit every project. */
  readonly examples?: readonly ExamplePrompt[];
}

function createDefaultExamples(texts: UiTexts["conversation"]): readonly ExamplePrompt[] {
  return [
    { icon: "search", label: texts.exploreLabel, prompt: texts.explorePrompt },
    { icon: "wrench", label: texts.fixLabel, prompt: texts.fixPrompt },
    { icon: "pencil", label: texts.improveLabel, prompt: texts.improvePrompt },
  ];
}

/** Shown before the first message, with example prompts. */
export function EmptyState(props: EmptyStateProps): ReactElement {
  const { cwd, isRecording } = useAcpUi();
  const texts = useTexts("conversation", conversationTexts);
  const { examples = createDefaultExamples(texts) } = props;
  const actions = usePanelActions();
  const agent = useAgent();
  const titleId = useId();
  if (isRecording) return <p className="acp-ui acp-empty-state-recording">{texts.nothingYet}</p>;
  return (
    <section className="acp-ui acp-empty-state" aria-labelledby={titleId}>
      <span className="acp-empty-state-icon">
        <Icon name="sparkle" />
      </span>
      <h2 id={titleId} className="acp-empty-state-title">
        {texts.emptyTitle}
      </h2>
      {cwd !== undefined && (
        <p className="acp-empty-state-folder">
          <TextWithSlots
            text={texts.emptyFolder(getAgentTitle(agent))}
            render={() => <code>{baseName(cwd)}</code>}
          />
        </p>
      )}
      <ul className="acp-examples">
        {examples.map(({ icon, label, prompt }) => (
          <li key={prompt}>
            <button
              type="button"
              className="acp-example"
              disabled={actions === undefined}
              onClick={() => void actions?.prompt([{ type: "text", text: prompt }])}
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
