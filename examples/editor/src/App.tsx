import { type ReactElement, useEffect, useState } from "react";
import { fetchConfig, type PageConfig } from "./config/config.js";
import { AgentView } from "./connection/AgentView.js";
import { messageOf } from "./connection/connectionEnd.js";
import { Notice } from "./connection/Notice.js";
import { ReplayView } from "./replay/ReplayView.js";
import { Screen } from "./shell/Screen.js";

/** Asks the server what to show: a live agent, or a recording of one. */
export function App(): ReactElement | null {
  const [config, setConfig] = useState<PageConfig>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    fetchConfig(stop.signal).then(setConfig, (reason: unknown) => {
      if (!stop.signal.aborted) setError(messageOf(reason));
    });
    return () => stop.abort();
  }, []);

  if (error !== undefined) {
    return (
      <Screen>
        <Notice title="The server does not answer" detail={error}>
          <button type="button" className="button" onClick={() => location.reload()}>
            Reload
          </button>
        </Notice>
      </Screen>
    );
  }
  if (config === undefined) return null;
  return config.mode === "agent" ? <AgentView config={config} /> : <ReplayView config={config} />;
}
