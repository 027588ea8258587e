import { hydrate } from "solid-js/web";
import { hydrateWith } from "../../../core/tests/support/hydration.js";
import { App } from "./App.jsx";

hydrateWith((store, root) => hydrate(() => <App store={store} />, root));
