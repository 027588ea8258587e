import "./production.js";
import "@angular/compiler";
import { injectUsage } from "@acp-store/angular";
import { Component, provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { expect, it } from "vitest";
import { countListeners } from "../../core/tests/support/countListeners.js";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { provideAll } from "./providers.js";

it("renders the state on a server, and leaves no listener behind", async () => {
  const store = createFilledStore();
  store.ingest({ sessionId: "s1", update: { sessionUpdate: "usage_update", used: 7, size: 10 } });
  const { store: view, count } = countListeners(store);
  const App = Component({ selector: "test-app", template: "<p>{{ usage()?.used }}</p>" })(
    class {
      readonly usage = injectUsage();
    },
  );
  const providers = [
    provideServerRendering(),
    provideZonelessChangeDetection(),
    ...provideAll(view),
  ];
  const html = await renderApplication(
    (context) => bootstrapApplication(App, { providers }, context),
    { document: "<test-app></test-app>" },
  );
  expect(html).toContain("<p>7</p>");
  expect(count()).toBe(0);
});
