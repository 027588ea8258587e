import "@angular/compiler";
import type { AcpStore } from "@acp-store/core";
import { Component, type Provider, provideZonelessChangeDetection, type Type } from "@angular/core";
import { type ComponentFixture, TestBed } from "@angular/core/testing";
import { BrowserTestingModule, platformBrowserTesting } from "@angular/platform-browser/testing";
import { createFilledStore } from "../../core/tests/support/readCases.js";
import { provideAll } from "./providers.js";

TestBed.initTestEnvironment(BrowserTestingModule, platformBrowserTesting());

/** Creates a component with providers. It is rendered soon. */
export function create<Instance>(
  component: Type<Instance>,
  providers: readonly Provider[],
): ComponentFixture<Instance> {
  TestBed.configureTestingModule({
    providers: [provideZonelessChangeDetection(), ...providers],
  });
  return TestBed.createComponent(component);
}

/** Renders a component with providers. */
export async function render<Instance>(
  component: Type<Instance>,
  providers: readonly Provider[],
): Promise<ComponentFixture<Instance>> {
  const fixture = create(component, providers);
  await fixture.whenStable();
  return fixture;
}

/** The result of a function that was called in a separate component. */
export interface Injected<Result> {
  readonly store: AcpStore;
  readonly result: Result;
  readonly destroy: () => void;
}

/** Calls a function in a component with a filled store and the session "s1". */
export async function injectIn<Result>(
  run: () => Result,
  store: AcpStore = createFilledStore(),
): Promise<Injected<Result>> {
  const Host = Component({ selector: "test-host", template: "" })(
    class {
      readonly result = run();
    },
  );
  const fixture = await render(Host, provideAll(store));
  const { result } = fixture.componentInstance;
  return { store, result, destroy: () => fixture.destroy() };
}
