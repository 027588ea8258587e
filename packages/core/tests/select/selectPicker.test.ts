import { selectModelPicker, selectModePicker } from "@acp-store/core";
import { expect, it } from "vitest";
import { recv, sent } from "../support/frames.js";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

const modes = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask", description: "Asks first" },
    { id: "code", name: "Code", description: null },
  ],
};
const models = {
  currentModelId: "small",
  availableModels: [
    { modelId: "small", name: "Small" },
    { modelId: "large", name: "Large", description: "Slow" },
  ],
};
const option = (category: string) => ({
  id: `the-${category}`,
  name: category,
  category,
  type: "select" as const,
  currentValue: "x",
  options: [
    { group: "g", name: "Group", options: [{ value: "x", name: "X" }] },
    { group: "h", name: "Other", options: [{ value: "y", name: "Y", description: "Why" }] },
  ],
});

function storeWith(setup: object): TrackedStore {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", ...setup });
  return store;
}

it("returns the models of agents that list them", () => {
  expect(selectModelPicker(storeWith({ models }).getState(), "s1")).toEqual({
    setting: "model",
    value: "small",
    choices: [
      { value: "small", name: "Small" },
      { value: "large", name: "Large", description: "Slow" },
    ],
  });
});

it("returns the modes of agents that list them", () => {
  expect(selectModePicker(storeWith({ modes }).getState(), "s1")).toEqual({
    setting: "mode",
    value: "ask",
    choices: [
      { value: "ask", name: "Ask", description: "Asks first" },
      { value: "code", name: "Code" },
    ],
  });
});

it("prefers a config option of the category", () => {
  const configOptions = [{ ...option("mode"), category: "_odd" }, option("mode"), option("model")];
  const store = storeWith({ modes, models, configOptions });
  const choices = [
    { value: "x", name: "X", group: "Group" },
    { value: "y", name: "Y", description: "Why", group: "Other" },
  ];
  const expected = { setting: "config_option", value: "x", choices };
  expect(selectModePicker(store.getState(), "s1")).toEqual({ ...expected, configId: "the-mode" });
  expect(selectModelPicker(store.getState(), "s1")).toEqual({ ...expected, configId: "the-model" });
});

it("returns undefined if the agent offers no choice", () => {
  const store = storeWith({ modes });
  expect(selectModelPicker(store.getState(), "s1")).toBeUndefined();
  expect(selectModelPicker(store.getState(), "unknown")).toBeUndefined();
});

it("shows a choice immediately, with the change, and the old value again when it is refused", () => {
  const store = storeWith({ models });
  const params = { sessionId: "s1", modelId: "large" };
  store.observe(sent({ id: 1, method: "session/set_model", params }));
  expect(selectModelPicker(store.getState(), "s1")).toMatchObject({
    value: "large",
    change: { status: "pending", value: "large" },
  });
  const error = { code: -32602, message: "Not in your plan" };
  store.observe(recv({ id: 1, error }));
  expect(selectModelPicker(store.getState(), "s1")).toMatchObject({
    value: "small",
    change: { status: "failed", value: "large", error },
  });
});

it("keeps its reference while the setting does not change", () => {
  const store = storeWith({ modes, models });
  const params = { sessionId: "s1", modelId: "large" };
  store.observe(sent({ id: 1, method: "session/set_model", params }));
  const before = selectModelPicker(store.getState(), "s1");
  store.update({ sessionUpdate: "current_mode_update", currentModeId: "code" });
  expect(selectModelPicker(store.getState(), "s1")).toBe(before);
});
