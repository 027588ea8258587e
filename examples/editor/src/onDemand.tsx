import type { ReactElement } from "react";
import type { OutputProps } from "./content/Output.js";
import "./content/output.css";
import { createLazyComponent } from "./ui/createLazyComponent.js";
import { LoadingPage } from "./shell/LoadingPage.js";

// The parts of the page that are loaded on demand, so that a new conversation is usable sooner.

const MAX_SOURCE_CHARACTERS = 5000;

const loadConversationParts = () => import("./conversationParts.js");
const renderNothing = (): null => null;

/** A live agent. */
export const LazyAgentView = createLazyComponent(
  async () => (await import("./connection/AgentView.js")).AgentView,
  LoadingPage,
);

/** A recording. */
export const LazyReplayView = createLazyComponent(
  async () => (await import("./replay/ReplayView.js")).ReplayView,
  LoadingPage,
);

/** Rendered Markdown. Until it is loaded, the source is readable as plain text. */
export const LazyMarkdownText = createLazyComponent(
  async () => (await loadConversationParts()).MarkdownText,
  ({ text }: { readonly text: string }): ReactElement => <p className="plain-text">{text}</p>,
);

/** The output of a tool with its colors. Until it is loaded, the end of the text is readable. */
export const LazyOutput = createLazyComponent(
  async () => (await loadConversationParts()).Output,
  OutputSource,
);

function OutputSource({ text, label = "Output", followsEnd = false }: OutputProps): ReactElement {
  return (
    <div className="output">
      <div
        className={`output-scroll ${followsEnd ? "output-follows" : ""}`}
        tabIndex={0}
        role="group"
        aria-label={label}
      >
        <pre>{text.slice(-MAX_SOURCE_CHARACTERS)}</pre>
      </div>
    </div>
  );
}

/** A changed file. */
export const LazyDiffView = createLazyComponent(
  async () => (await loadConversationParts()).DiffView,
  renderNothing,
);

/** The changed files of a patch. */
export const LazyChangesView = createLazyComponent(
  async () => (await loadConversationParts()).ChangesView,
  renderNothing,
);

/** The number of lines that a tool call adds and removes. */
export const LazyToolCallLineCount = createLazyComponent(
  async () => (await loadConversationParts()).ToolCallLineCount,
  renderNothing,
);

/** A queued prompt, which can be dragged. */
export const LazyQueuedPromptItem = createLazyComponent(
  async () => (await loadConversationParts()).QueuedPromptItem,
  renderNothing,
);

/** A form or a URL that the agent requests. */
export const LazyElicitationPrompt = createLazyComponent(
  async () => (await loadConversationParts()).ElicitationPrompt,
  renderNothing,
);

/** The panel beside the conversation. */
export const LazySidePanel = createLazyComponent(
  async () => (await loadConversationParts()).SidePanel,
  renderNothing,
);

/** The buttons that open the panel beside the conversation. */
export const LazySidePanelButtons = createLazyComponent(
  async () => (await loadConversationParts()).SidePanelButtons,
  renderNothing,
);

/** The window of the devtools. */
export const LazyAcpDevtools = createLazyComponent(
  async () => (await import("@acp-store/devtools/panel")).AcpDevtools,
  renderNothing,
);

/** Loads the parts that a conversation needs soon. */
export function preloadConversation(): void {
  const parts = [
    LazyMarkdownText,
    LazyOutput,
    LazyDiffView,
    LazyChangesView,
    LazyToolCallLineCount,
    LazyQueuedPromptItem,
    LazyElicitationPrompt,
    LazySidePanel,
    LazySidePanelButtons,
  ];
  for (const part of parts) void part.preload();
}
