import { version } from "react";
import { expect, it } from "vitest";

it("is the one that the project names", () => {
  expect(version.split(".")[0]).toBe(process.env["REACT_MAJOR"]);
});
