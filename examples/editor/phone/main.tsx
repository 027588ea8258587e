import "./phone.css";
import "@acp-store/ui/style.css";
import { connectFleet, NOT_ADMITTED } from "@acp-store/fleet/mirror";
import { FleetProvider } from "@acp-store/fleet/react";
import { socketLink } from "@acp-store/mirror";
import { createRoot } from "react-dom/client";
import { PhonePage } from "./PhonePage.js";

const url = new URL("/phone/socket", location.href.replace(/^http/, "ws"));
/** The code with which the server has closed the last WebSocket that it admitted. */
let closeCode: number | undefined;

const fleet = connectFleet(() => {
  const socket = new WebSocket(url);
  socket.addEventListener("close", ({ code, reason }) => {
    if (reason !== NOT_ADMITTED) closeCode = code;
  });
  return socketLink(socket);
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <FleetProvider fleet={fleet}>
      <PhonePage fleet={fleet} getCloseCode={() => closeCode} />
    </FleetProvider>,
  );
}
