import { AcpStoreProvider } from "@acp-store/react";
import { StrictMode, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import "./panel.css";
import { App } from "./App.js";
import { connectPanel } from "./panelConnection.js";
import { PanelContext } from "./usePanel.js";

const connection = connectPanel();

function Page() {
  const [announcement, announce] = useState("");
  const panel = useMemo(() => ({ ...connection, announce }), []);
  return (
    <AcpStoreProvider store={connection.mirror}>
      <PanelContext value={panel}>
        <App />
        <p role="status" className="announcement">
          {announcement}
        </p>
      </PanelContext>
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
