import type { Session, ToolCall } from "@acp-store/core";
import type { ReactNode } from "react";
import type { StatusExplanation } from "../explain/explanation.js";
import { collectCallFacts } from "../model/callFacts.js";
import { formatTime } from "../model/format.js";
import { childrenOf } from "../model/jsonTree.js";
import type { LogFilter } from "../model/logSearch.js";
import type { Moment } from "../model/source.js";
import type { Track } from "../model/tracks.js";
import { LinkButton } from "../ui/controls.js";
import { ExplanationText } from "../ui/Explanation.js";
import { JsonTree } from "../ui/JsonTree.js";
import { usePanel } from "../ui/panelContext.js";
import { PanelRuleText } from "./DiagnosticText.js";

interface StatusExplanationTextProps {
  readonly explanation: StatusExplanation;
}

/** Shows the cause of a status, the details, and the update that is missing. */
export function StatusExplanationText({ explanation }: StatusExplanationTextProps): ReactNode {
  const { cause, details, missing } = explanation;
  return (
    <div className="explanation">
      <p className="cause">
        <ExplanationText parts={cause} />
      </p>
      {details.length > 0 && (
        <p>
          <ExplanationText parts={details} />
        </p>
      )}
      {missing !== undefined && <MissingUpdate missing={missing} />}
    </div>
  );
}

/** Shows the update that the agent should have sent, with the rule that asks for it. */
function MissingUpdate({ missing }: { readonly missing: string }): ReactNode {
  const { conformance } = usePanel();
  const rule = conformance?.rules.unfinished_tool_call;
  return (
    <>
      <p>
        <strong>Missing:</strong> {missing}
      </p>
      {rule !== undefined && <PanelRuleText code="unfinished_tool_call" rule={rule} />}
    </>
  );
}

interface ToolCallDetailsProps {
  readonly call: ToolCall;
  readonly session: Session;
  readonly moment: Moment;
}

/** Shows the id of a tool call, how long it was open, and its input. */
export function ToolCallDetails({ call, session, moment }: ToolCallDetailsProps): ReactNode {
  const { track, ended = moment } = collectCallFacts(call, session, moment);
  return (
    <>
      <p className="facts">
        <code>{call.toolCallId}</code>
        {track && <span>open for {formatTime(ended.at - track.first.at)}</span>}
      </p>
      <ToolCallInput call={call} />
    </>
  );
}

/** Shows the raw input of a tool call, or else its locations and content. */
function ToolCallInput({ call }: { readonly call: ToolCall }): ReactNode {
  const { rawInput, locations, content } = call;
  // Some agents send an empty object.
  if (rawInput !== undefined && childrenOf(rawInput)?.count !== 0)
    return <JsonTree value={rawInput} label="rawInput" depth={1} />;
  return (
    <>
      {locations.length > 0 && <JsonTree value={locations} label="locations" depth={2} />}
      {content.length > 0 && <JsonTree value={content} label="content" depth={2} />}
      {locations.length === 0 && content.length === 0 && (
        <p className="faint">The agent sent no input, locations or content for this call.</p>
      )}
    </>
  );
}

const LOG_LINK_TEXTS = {
  turns: "Show its start and end in the log",
  toolCalls: "Show its updates, permission requests and turn in the log",
  permissions: "Show the request and the answer in the log",
  compactions: "Show its start and end in the log",
} as const;

/** A link that filters the log for the entries about a turn, tool call or permission request. */
export function LogLink({
  table,
  sessionId,
  id,
}: Pick<Track, "table" | "sessionId" | "id">): ReactNode {
  const { filterLog } = usePanel();
  const filter: LogFilter =
    table === "toolCalls"
      ? { about: { sessionId, toolCallId: id } }
      : { entity: { table, id, sessionId } };
  return <LinkButton onClick={() => filterLog(filter)}>{LOG_LINK_TEXTS[table]}</LinkButton>;
}
