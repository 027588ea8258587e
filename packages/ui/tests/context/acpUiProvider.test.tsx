import { AcpUiProvider, type AcpUiProviderProps, useAcpUi } from "@acp-store/ui";
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";

const Row = () => <p>Row</p>;
const Empty = () => <p>Empty</p>;

/** Returns the values inside of nested providers, the first of which is the outermost. */
function readUi(...providers: readonly AcpUiProviderProps[]) {
  const { result } = renderHook(useAcpUi, {
    wrapper: ({ children }) =>
      providers.reduceRight(
        (inner, props) => <AcpUiProvider {...props}>{inner}</AcpUiProvider>,
        <>{children}</>,
      ),
  });
  return result.current;
}

it("lets the user answer requests unless the session is a recording", () => {
  expect(readUi()).toMatchObject({ canAnswer: true, isRecording: false });
  expect(readUi({ isRecording: true })).toMatchObject({ canAnswer: false, isRecording: true });
  expect(readUi({ isRecording: true, canAnswer: true }).canAnswer).toBe(true);
  expect(readUi({ canAnswer: false }, { cwd: "/w" }).canAnswer).toBe(false);
});

it("inherits values that are absent or undefined", () => {
  const ui = readUi({ cwd: "/outer", isRecording: true }, { cwd: undefined });
  expect(ui).toMatchObject({ cwd: "/outer", isRecording: true, canAnswer: false });
  expect(readUi({ cwd: "/outer" }, { cwd: "/inner" }).cwd).toBe("/inner");
});

it("replaces single slots and keeps those of the outer provider", () => {
  const { slots } = readUi({ slots: { Message: Row } }, { slots: { EmptyState: Empty } });
  expect(slots).toMatchObject({ Message: Row, EmptyState: Empty });
  expect(slots.Output).toBe(readUi().slots.Output);
});
