import "./styles/index.css";
import "@acp-store/ui/style.css";
import { connectFleet } from "@acp-store/fleet/mirror";
import { socketLink } from "@acp-store/mirror";
import { createRoot } from "react-dom/client";
import "./shell/screen.css";
import { App } from "./App.js";
import { LazyReplayView } from "./onDemand.js";
import { ErrorBoundary } from "./ui/ErrorBoundary.js";

const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
const View = location.hash === "#replay" ? LazyReplayView : App;

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <View fleet={fleet} />
    </ErrorBoundary>,
  );
}
