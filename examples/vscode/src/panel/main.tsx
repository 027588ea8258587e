import "./panel.css";
import "@acp-store/ui/style.css";
import "@acp-store/ui/vscode.css";
import { FleetProvider } from "@acp-store/fleet/react";
import { AcpUiProvider, type UiTextOverrides } from "@acp-store/ui";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import { connectPanel } from "./panelConnection.js";
import { PanelContext } from "./usePanel.js";

const TEXTS: UiTextOverrides = {
  connection: {
    connecting: "Starting the agent…",
    waiting: "Connecting to the extension…",
    closed: "The agent is not running",
    reconnect: "Restart the agent",
    noSignIn:
      "The agent does not offer a way to sign in here. Sign in with its own program, then restart the agent.",
    signInNote: "The agent handles the sign-in. This extension never sees your password.",
  },
};

const connection = connectPanel();
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(
  <StrictMode>
    <PanelContext value={connection}>
      <FleetProvider fleet={connection.fleet}>
        <AcpUiProvider texts={TEXTS}>
          <App />
        </AcpUiProvider>
      </FleetProvider>
    </PanelContext>
  </StrictMode>,
);
