import "./styles/index.css";
import "@acp-store/ui/style.css";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import { LazyAgentView } from "./onDemand.js";
import { applyTheme, readStoredTheme } from "./shell/theme.js";
import { ErrorBoundary } from "./ui/ErrorBoundary.js";

applyTheme(readStoredTheme());
// Most pages show an agent, so its code is loaded together with the configuration.
void LazyAgentView.preload();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
}
