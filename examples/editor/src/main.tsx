import "./styles/index.css";
import "@acp-store/ui/style.css";
import { connectFleet } from "@acp-store/fleet/mirror";
import { socketLink } from "@acp-store/mirror";
import { createRoot } from "react-dom/client";
import "./shell/screen.css";
import { LazyApp, LazyReplayView } from "./onDemand.js";
import { applyTheme, readStoredTheme } from "./shell/theme.js";
import { ErrorBoundary } from "./ui/ErrorBoundary.js";

applyTheme(readStoredTheme());
const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
// Most pages show agents, so their code is loaded together with the connection.
const View = location.hash === "#replay" ? LazyReplayView : LazyApp;

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <View fleet={fleet} />
    </ErrorBoundary>,
  );
}
