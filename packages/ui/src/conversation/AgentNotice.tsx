import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { Icon } from "../controls/Icon.js";
import { noticeTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** A notice of the agent, in the place in which it arrived. The live region of the panel announces errors. */
export function AgentNotice({ ordinal }: { readonly ordinal: number }): ReactElement | null {
  const notice = useSession(
    (session) => session?.notices[ordinal - (session.dropped?.notices ?? 0)],
  );
  const texts = useTexts("notice", noticeTexts);
  if (notice === undefined) return null;
  const { severity, title, description, count = 1 } = notice;
  const isProblem = severity === "warning" || severity === "error";
  const label = severity === "error" ? texts.error : isProblem ? texts.warning : texts.info;
  return (
    <aside className="acp-ui acp-notice-row" data-severity={severity} aria-label={label}>
      <Icon name={isProblem ? "alert" : "bell"} />
      <div className="acp-notice-row-text">
        <p className="acp-notice-row-title">
          <ClippedText text={title} />
          {count > 1 && <span className="acp-tag">{texts.times(count)}</span>}
        </p>
        {description && (
          <p>
            <ClippedText text={description} />
          </p>
        )}
      </div>
    </aside>
  );
}
