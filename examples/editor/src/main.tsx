// Before the styles of the components, which may go further.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import { createRoot } from "react-dom/client";
import { App } from "./App.js";
import { applyTheme, storedTheme } from "./shell/theme.js";
import { ErrorBoundary } from "./ui/ErrorBoundary.js";

applyTheme(storedTheme());

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
}
