import { type ReactElement, useEffect, useState } from "react";
import { fetchConfig, type PageConfig } from "./config/config.js";
import { Notice } from "@acp-store/ui";
import { LazyAgentView, LazyReplayView } from "./onDemand.js";
import { LoadingPage } from "./shell/LoadingPage.js";
import { Screen } from "./shell/Screen.js";
import { getErrorMessage } from "./ui/texts.js";

/** Fetches the server's configuration and shows either a live agent or a recording. */
export function App(): ReactElement {
  const [config, setConfig] = useState<PageConfig>();
  const [error, setError] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    fetchConfig(stop.signal).then(setConfig, (reason: unknown) => {
      if (!stop.signal.aborted) setError(getErrorMessage(reason));
    });
    return () => stop.abort();
  }, []);

  if (error !== undefined) {
    return (
      <Screen>
        <Notice title="Cannot load the editor" detail={error}>
          <button type="button" className="acp-button" onClick={() => location.reload()}>
            Reload
          </button>
        </Notice>
      </Screen>
    );
  }
  if (config === undefined) return <LoadingPage />;
  return config.mode === "agent" ? (
    <LazyAgentView config={config} />
  ) : (
    <LazyReplayView config={config} />
  );
}
