import type { ReactElement, ReactNode } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";

/** The props of {@link Notice}. */
export interface NoticeProps {
  /** The message in a few words. */
  readonly title: string;
  /** The consequences, or what to do. */
  readonly detail?: string;
  /** The severity. Screen readers announce `danger` immediately. Default: `danger`. */
  readonly tone?: "danger" | "warning" | "neutral";
  /** The icon in front of the message. Default: `alert`. */
  readonly icon?: IconName;
  /** Shown below the text, such as buttons. */
  readonly children?: ReactNode;
}

/** A message box with a title, an optional detail, and optional actions. */
export function Notice(props: NoticeProps): ReactElement {
  const { title, detail, tone = "danger", icon = "alert", children } = props;
  return (
    <section
      className={`acp-ui acp-notice acp-notice-${tone}`}
      role={tone === "danger" ? "alert" : "status"}
    >
      <Icon name={icon} className="acp-notice-icon" />
      <div className="acp-notice-body">
        <h2 className="acp-notice-title">{title}</h2>
        {detail !== undefined && detail !== "" && (
          <p className="acp-notice-detail">
            <ClippedText text={detail} />
          </p>
        )}
        {children !== undefined && <div className="acp-notice-more">{children}</div>}
      </div>
    </section>
  );
}
