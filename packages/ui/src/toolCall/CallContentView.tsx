import type { ToolCallContent, ToolKind } from "@acp-store/core";
import { memo, type ReactElement, type NamedExoticComponent } from "react";
import { NonTextBlockView } from "../content/NonTextBlockView.js";
import { QUESTION_ICON } from "../controls/iconPaths.js";
import { Chip } from "../content/Chip.js";
import { useAcpUi } from "../context/acpUi.js";
import { TerminalOutput } from "./TerminalOutput.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface CallContentProps {
  readonly item: ToolCallContent;
  readonly kind: ToolKind;
  /** Whether the content belongs to a tool call that is running. */
  readonly isCallRunning?: boolean;
  /** The path of the file whose text the content is. */
  readonly path?: string | undefined;
}

/** One content item of a tool call. */
export const CallContentView: NamedExoticComponent<CallContentProps> = memo(
  function CallContentView(props: CallContentProps): ReactElement {
    const { item, kind, isCallRunning = false, path } = props;
    const { ChangesView, DiffView, Output } = useAcpUi().slots;
    const texts = useTexts("content", contentTexts);
    switch (item.type) {
      case "diff":
        return "changes" in item ? <ChangesView item={item} /> : <DiffView diff={item} />;
      case "terminal":
        return <TerminalOutput terminalId={item.terminalId} isCallRunning={isCallRunning} />;
      case "content":
        if (item.content.type === "text")
          return (
            <Output text={item.content.text} followsEnd={kind === "execute"} language={path} />
          );
        return <NonTextBlockView block={item.content} />;
      default:
        return <Chip icon={QUESTION_ICON}>{texts.unsupported(item.type)}</Chip>;
    }
  },
);
