import { AcpUiProvider, ConnectionBanner, type UiTextOverrides } from "@acp-store/ui";
import type { ReactElement } from "react";
import type { AgentTabState } from "./tabState.js";
import { pluralize } from "../ui/texts.js";

interface ReconnectingNoticeProps {
  readonly state: AgentTabState;
  readonly isInterrupted?: boolean;
}

/** Shown while the connection is lost and the agent is restarted automatically. */
export function ReconnectingNotice(props: ReconnectingNoticeProps): ReactElement {
  const { state, isInterrupted = false } = props;
  return (
    <AcpUiProvider texts={state.end?.isServerGone ? undefined : RESTARTING}>
      <ConnectionBanner
        reconnectingNote={
          isInterrupted
            ? "The turn was interrupted and its pending requests were withdrawn. The conversation is kept."
            : undefined
        }
      />
    </AcpUiProvider>
  );
}

/** The server restarts the agent, unless the server itself is gone. */
const RESTARTING: UiTextOverrides = {
  connection: {
    tryingNow: (attempt) => `Restarting the agent now${describeAttempt(attempt)}.`,
    tryingIn: (seconds, attempt) =>
      `Restarting the agent in ${pluralize(seconds, "second")}${describeAttempt(attempt)}.`,
  },
};

function describeAttempt(attempt: number): string {
  return attempt > 1 ? ` (attempt ${attempt})` : "";
}
