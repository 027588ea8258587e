import "./panel.css";
import "@acp-store/ui/style.css";
import "@acp-store/ui/vscode.css";
import { AcpPersistenceProvider, AcpStoreProvider } from "@acp-store/react";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import { connectPanel } from "./panelConnection.js";
import { describeRefusal } from "./describeRefusal.js";
import { PanelContext } from "./usePanel.js";

const connection = connectPanel();
const { mirror, persistence } = connection;

function Page() {
  const [announcement, setAnnouncement] = useState("");
  useEffect(
    () => mirror.onRefused((error) => setAnnouncement(describeRefusal(error, mirror.getState()))),
    [],
  );
  // An announcement is about the last answer.
  useEffect(() => mirror.onAnswering(({ size }) => size > 0 && setAnnouncement("")), []);
  return (
    <AcpStoreProvider store={mirror}>
      <AcpPersistenceProvider persistence={persistence}>
        <PanelContext value={connection}>
          <App />
          <p role="status" className="announcement">
            {announcement}
          </p>
        </PanelContext>
      </AcpPersistenceProvider>
    </AcpStoreProvider>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root.");
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
