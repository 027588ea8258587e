import { version } from "react";
import { expect, it } from "vitest";

it("matches the version of the test project", () => {
  expect(version.split(".")[0]).toBe(process.env["REACT_MAJOR"]);
});
