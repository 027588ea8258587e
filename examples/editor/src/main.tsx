import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import { applyTheme, storedTheme } from "./shell/theme.js";
import { ErrorBoundary } from "./ui/ErrorBoundary.js";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

applyTheme(storedTheme());

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
}
