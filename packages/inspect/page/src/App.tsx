import { type ReactElement, useEffect, useSyncExternalStore } from "react";
import type { PageLog } from "./pageLog.js";
import { Views } from "./Views.js";

/** The whole page. */
export function App({ log }: { readonly log: PageLog }): ReactElement {
  const { title, status, isShown } = useSyncExternalStore(log.subscribe, log.getState);
  useEffect(() => {
    if (title !== "") document.title = title;
  }, [title]);
  return (
    <div className="page acp-ui">
      <header className="page-header">
        <h1>acp-inspect</h1>
        <code className="page-title">{title}</code>
        <span className="page-status" role="status">
          {status}
        </span>
      </header>
      {isShown && <Views log={log} name={title} />}
    </div>
  );
}
