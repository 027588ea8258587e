import { type ReactElement, useEffect, useState } from "react";
import { describeRefusal } from "./describeRefusal.js";
import { usePanel } from "./usePanel.js";

/** The reason the last action of the user with an agent was not carried out. */
export function Announcement({ agentId }: { readonly agentId: string }): ReactElement {
  const { fleet } = usePanel();
  const mirror = fleet.getView(agentId);
  const [text, setText] = useState("");
  useEffect(
    () => mirror?.onRefused((error) => setText(describeRefusal(error, mirror.getState()))),
    [mirror],
  );
  // An announcement is about the last answer.
  useEffect(() => mirror?.onAnswering(({ size }) => size > 0 && setText("")), [mirror]);
  return (
    <p role="status" className="announcement">
      {text}
    </p>
  );
}
