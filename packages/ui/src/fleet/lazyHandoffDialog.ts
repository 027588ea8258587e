import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { HandoffDialogProps } from "./HandoffDialog.js";

/** The dialog that continues a session with another agent. Its code is loaded when it is opened. */
export const LazyHandoffDialog: LazyComponent<HandoffDialogProps> =
  /* @__PURE__ */ createLazyComponent(
    async () => (await import("./HandoffDialog.js")).HandoffDialog,
  );
