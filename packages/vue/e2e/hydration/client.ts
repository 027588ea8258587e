import { hydrateWith } from "../../../core/tests/support/hydration.js";
import { createApp } from "./app.js";

hydrateWith((store, root) => createApp(store).mount(root));
