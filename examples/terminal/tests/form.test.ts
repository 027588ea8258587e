import type { Elicitation } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { fillInForm } from "../src/form.js";
import { toAnsi } from "../src/view/text.js";

const QUESTION: Elicitation = {
  ...{ elicitationId: "e1", mode: "form", status: "pending", requestedAt: 0 },
  message: "The budget is spent.",
  requestedSchema: { type: "object", properties: {} },
};

describe("a form without fields", () => {
  it.each([
    ["y", "accept"],
    ["Yes ", "accept"],
    ["n", "decline"],
    ["", "decline"],
  ])("is a question: %j", async (line, action) => {
    expect(await fillInForm(QUESTION, async () => line)).toMatchObject({ action });
  });

  it("has the label of the button that accepts", async () => {
    const asked: string[] = [];
    const buttons = { accept: "Send anyway", decline: "Do not send" };
    await fillInForm({ ...QUESTION, buttons }, async (label) => {
      asked.push(toAnsi(label));
      return undefined;
    });
    expect(asked).toEqual(["  Send anyway? (y/n): "]);
  });
});
