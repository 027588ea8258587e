import type { Session, ToolCall } from "@acp-store/core";
import type { ReactNode } from "react";
import { factsOf } from "../model/callFacts.js";
import { formatTime } from "../model/format.js";
import type { Moment } from "../model/moment.js";
import { CallInput } from "./CallInput.js";

interface CallFactsProps {
  readonly call: ToolCall;
  readonly session: Session;
  readonly moment: Moment;
}

/** What identifies a tool call: its id, how long it was open, and what it was to do. */
export function CallFacts({ call, session, moment }: CallFactsProps): ReactNode {
  const { track, ended } = factsOf(call, session, moment);
  const end = ended ?? moment;
  return (
    <>
      <p className="facts">
        <code>{call.toolCallId}</code>
        {track && <span>open for {formatTime(end.at - track.first.at)}</span>}
      </p>
      <CallInput call={call} />
    </>
  );
}
