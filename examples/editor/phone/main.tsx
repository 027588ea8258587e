import "./phone.css";
import "@acp-store/ui/style.css";
import { createMirror } from "@acp-store/mirror";
import { AcpStoreProvider } from "@acp-store/react";
import { createRoot } from "react-dom/client";
import { PhonePage } from "./PhonePage.js";
import { createPhoneLinks } from "./phoneLinks.js";

const links = createPhoneLinks();
// The page shows the fields and the requests of the sessions, and none of their content.
const mirror = createMirror(links.connect, { sessions: [] });
links.onEnd(() => mirror.close());

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <AcpStoreProvider store={mirror}>
      <PhonePage mirror={mirror} links={links} />
    </AcpStoreProvider>,
  );
}
