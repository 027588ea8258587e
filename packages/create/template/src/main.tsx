// src/main.tsx
import { connectFleet } from "@acp-store/fleet/mirror";
import { socketLink } from "@acp-store/mirror";
import { FleetApp } from "@acp-store/ui/fleet";
import "@acp-store/ui/style.css";
import { createRoot } from "react-dom/client";

const fleet = connectFleet(() => socketLink(new WebSocket("/acp")));
const root = document.getElementById("root");
if (root) createRoot(root).render(<FleetApp fleet={fleet} />);
