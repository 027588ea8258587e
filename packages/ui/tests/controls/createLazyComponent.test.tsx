import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, it } from "vitest";
import { createLazyComponent } from "../../src/controls/createLazyComponent.js";

interface TextProps {
  readonly text: string;
}

const Plain = ({ text }: TextProps): ReactElement => <p>plain {text}</p>;
const Loaded = ({ text }: TextProps): ReactElement => <p>loaded {text}</p>;

it("renders the fallback until the code is loaded", async () => {
  let finish = (_: typeof Loaded): void => {};
  const code = new Promise<typeof Loaded>((resolve) => (finish = resolve));
  const Lazy = createLazyComponent(() => code, Plain);
  render(<Lazy text="text" />);
  expect(screen.getByText("plain text")).toBeDefined();
  await act(async () => finish(Loaded));
  expect(screen.getByText("loaded text")).toBeDefined();
});

it("never renders the fallback if the code was preloaded", async () => {
  const rendered: string[] = [];
  const Lazy = createLazyComponent(
    async () => Loaded,
    ({ text }: TextProps) => {
      rendered.push(text);
      return null;
    },
  );
  await Lazy.preload();
  render(<Lazy text="text" />);
  expect(screen.getByText("loaded text")).toBeDefined();
  expect(rendered).toEqual([]);
});

it("keeps the fallback if loading fails, and tries again at the next use", async () => {
  let attempts = 0;
  const Lazy = createLazyComponent(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error("offline");
    return Loaded;
  }, Plain);
  const { unmount } = render(<Lazy text="first" />);
  await act(() => Lazy.preload());
  expect(screen.getByText("plain first")).toBeDefined();
  unmount();
  await act(async () => render(<Lazy text="second" />));
  expect(screen.getByText("loaded second")).toBeDefined();
});
