import type { Message } from "@acp-store/core";
import { useMessage } from "@acp-store/react";
import { memo, type NamedExoticComponent, type ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { formatTimestamp, useFormat } from "../format/format.js";

/**
 * The time of a message. It is visible while the pointer is over the message, and while the message
 * or the whole conversation has the focus. Screen readers can always read it.
 */
export const MessageTime: NamedExoticComponent<{ id: string }> = memo(function MessageTime({
  id,
}: {
  id: string;
}): ReactElement | null {
  const time = useMessage(id, getKnownTime);
  const { isRecording } = useAcpUi();
  const format = useFormat();
  // The times of a recording count from its start.
  if (time === undefined || isRecording) return null;
  const date = new Date(time);
  // An agent can report a time that no calendar has.
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time
      className="acp-message-time"
      dateTime={date.toISOString()}
      title={date.toLocaleString(format.locale)}
    >
      {formatTimestamp(time, format)}
    </time>
  );
});

/** Returns the time of a message, or `undefined` if only the time of its replay is known. */
function getKnownTime(message: Message | undefined): number | undefined {
  const isUnknown = message?.replayed && message._meta?.["timestamp"] === undefined;
  return isUnknown ? undefined : message?.createdAt;
}
