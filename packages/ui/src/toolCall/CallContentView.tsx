import {
  isChangesDiff,
  isTextDiff,
  type ToolCallContent,
  type ToolCallPhase,
  type ToolKind,
} from "@acp-store/core";
import { memo, type ReactElement, type NamedExoticComponent } from "react";
import { NonTextBlockView } from "../content/NonTextBlockView.js";
import { QUESTION_ICON } from "../controls/iconPaths.js";
import { Chip } from "../content/Chip.js";
import { useAcpUi } from "../context/acpUi.js";
import type { DiffViewProps } from "../context/slots.js";
import { TerminalOutput } from "./TerminalOutput.js";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface CallContentProps {
  readonly item: ToolCallContent;
  readonly kind: ToolKind;
  /** The phase of the tool call that the content belongs to. */
  readonly phase?: ToolCallPhase | undefined;
  /** The tool call, or the permission request, with the content. */
  readonly call: DiffViewProps["call"];
  /** The path of the file whose text the content is. */
  readonly path?: string | undefined;
}

/** One content item of a tool call. */
export const CallContentView: NamedExoticComponent<CallContentProps> = memo(
  function CallContentView(props: CallContentProps): ReactElement {
    const { item, kind, call, phase, path } = props;
    const { ChangesView, DiffView, Output } = useAcpUi().slots;
    const texts = useTexts("content", contentTexts);
    if (isChangesDiff(item)) return <ChangesView item={item} />;
    if (isTextDiff(item)) return <DiffView diff={item} call={call} />;
    switch (item.type) {
      case "terminal":
        return <TerminalOutput terminalId={item.terminalId} phase={phase} />;
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
