import type { ReactElement } from "react";
import type { PageConfig } from "../config/config.js";
import { ConnectingStep } from "../connection/ConnectingStep.js";
import { Screen } from "./Screen.js";
import "./header.css";
import "./layout.css";

interface LoadingPageProps {
  /** The configuration, once it is known. */
  readonly config?: PageConfig | undefined;
}

/** The frame of the page, shown until its code and its configuration are loaded. */
export function LoadingPage({ config }: LoadingPageProps): ReactElement {
  return (
    <div className="app-layout">
      {config?.mode !== "replay" && <div className="sidebar sidebar-loading" />}
      <div className="page">
        <div className="header" />
        <Screen>
          <ConnectingStep step="Loading" />
        </Screen>
      </div>
    </div>
  );
}
