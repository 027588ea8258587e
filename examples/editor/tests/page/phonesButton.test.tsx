import type { Phone, PhonesClient } from "@acp-store/server/client";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PhonesButton } from "../../src/phones/PhonesButton.js";

const LINK = "http://127.0.0.1:4317/phone?token=t";

/** Phones that a test sets. */
function createPhones(initial: readonly Phone[] = []) {
  const listeners = new Set<() => void>();
  let phones = initial;
  const client = {
    getState: () => phones,
    getInitialState: () => phones,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    invite: vi.fn(() => Promise.resolve({ link: LINK, expiresAt: Date.now() + 300_000 })),
    disconnect: vi.fn(() => Promise.resolve()),
  } satisfies PhonesClient;
  return {
    ...client,
    listeners,
    set(next: readonly Phone[]) {
      phones = next;
      act(() => listeners.forEach((listener) => listener()));
    },
  };
}

/** Finds an element. jsdom counts everything in the dialog as hidden. */
const find = (role: string, name?: string | RegExp) =>
  screen.getByRole(role, { hidden: true, ...(name !== undefined && { name }) });

const click = async (name: string | RegExp) =>
  act(() => Promise.resolve(find("button", name).click()));

/** Opens the dialog. jsdom has no popovers. */
function open(): void {
  const [dialog = document.body] = document.querySelectorAll("[popover]");
  fireEvent(dialog, Object.assign(new Event("toggle"), { newState: "open" }));
}

it("shows a link with a code, and says when a phone has used it", async () => {
  const phones = createPhones();
  render(<PhonesButton phones={phones} />);
  open();
  await click("Create a link");
  const field = await screen.findByLabelText<HTMLInputElement>("Link for the phone");
  expect(field.value).toBe(LINK);
  expect(find("img", "QR code of the link")).toBeTruthy();
  phones.set([{ id: "p1", name: "iPhone", isConnected: true }]);
  expect(screen.getByText("The link was used.")).toBeTruthy();
  expect(find("button", /\(1 connected\)/)).toBeTruthy();
});

it("lists the phones, disconnects one, and says why it could not", async () => {
  const phones = createPhones([{ id: "p1", name: "iPhone", isConnected: false }]);
  const { unmount } = render(<PhonesButton phones={phones} />);
  open();
  expect(screen.getByText("Page not open")).toBeTruthy();
  await click("Disconnect iPhone");
  expect(phones.disconnect).toHaveBeenCalledWith("p1");
  phones.disconnect.mockRejectedValueOnce(new Error("[acp-store] There is no connection."));
  await click("Disconnect iPhone");
  expect(find("alert").textContent).toBe("There is no connection.");
  unmount();
  expect(phones.listeners.size).toBe(0);
});
