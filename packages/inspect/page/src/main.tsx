import { createRoot } from "react-dom/client";
import "@acp-store/ui/style.css";
import { App } from "./App.js";
import "./page.css";
import { openPageLog } from "./pageLog.js";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element #root.");
createRoot(root).render(<App log={openPageLog()} />);
