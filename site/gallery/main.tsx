import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "../shell/shell.css";
import "@acp-store/ui/style.css";
import { startTheme } from "../shell/theme.js";
import { Gallery } from "./Gallery.js";

startTheme();
const root = document.getElementById("root");
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
