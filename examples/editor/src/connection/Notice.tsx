import type { ReactElement, ReactNode } from "react";
import { Icon } from "../ui/Icon.js";
import type { IconName } from "../ui/iconPaths.js";
import "./notice.css";

interface NoticeProps {
  readonly title: string;
  readonly detail?: string;
  readonly tone?: "danger" | "warning" | "neutral";
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** A message box with a title, an optional detail, and optional actions. */
export function Notice(props: NoticeProps): ReactElement {
  const { title, detail, tone = "danger", icon = "alert", children } = props;
  return (
    <section className={`notice notice-${tone}`} role={tone === "danger" ? "alert" : "status"}>
      <Icon name={icon} className="notice-icon" />
      <div className="notice-body">
        <h2 className="notice-title">{title}</h2>
        {detail !== undefined && detail !== "" && <p className="notice-detail">{detail}</p>}
        {children !== undefined && <div className="notice-more">{children}</div>}
      </div>
    </section>
  );
}
