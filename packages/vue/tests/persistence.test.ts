import { createAcpStore } from "@acp-store/core";
import { memoryStorage, persistSessions } from "@acp-store/persist";
import { acpPlugin, useDraft, usePersistence } from "@acp-store/vue";
import { fireEvent, render } from "@testing-library/vue";
import { describe, expect, it } from "vitest";
import { defineComponent, h, vModelText, withDirectives } from "vue";
import { renderWith } from "./support.js";

describe("useDraft", () => {
  it("shows the draft to all components of a session, and saves it", async () => {
    const store = createAcpStore();
    const storage = memoryStorage();
    const persistence = persistSessions(store, storage);
    const Composer = defineComponent(() => {
      const { text } = useDraft();
      return () =>
        withDirectives(
          h("textarea", { "onUpdate:modelValue": (value: string) => (text.value = value) }),
          [[vModelText, text.value]],
        );
    });
    const Preview = defineComponent(() => {
      const { text } = useDraft();
      return () => h("p", text.value);
    });
    const Both = () => [h(Composer), h(Preview)];
    const { getByRole, findByText, unmount } = renderWith(store, Both, persistence);
    await fireEvent.update(getByRole("textbox"), "Fix the typo");
    await findByText("Fix the typo");
    await persistence.flush();
    unmount();
    await persistence.stop();
    const again = persistSessions(createAcpStore(), storage);
    expect(await again.drafts.get("s1")).toBe("Fix the typo");
    await again.stop();
  });

  it("keeps the draft in memory without a persistence", async () => {
    const Field = defineComponent(() => {
      const { text } = useDraft({ sessionId: "s1" });
      return () => h("button", { onClick: () => (text.value = "Unsent") }, text.value);
    });
    const store = createAcpStore();
    const show = () => render(Field, { global: { plugins: [[acpPlugin, { store }]] } });
    const { getByRole, unmount } = show();
    await fireEvent.click(getByRole("button"));
    unmount();
    expect(await show().findByText("Unsent")).toBeDefined();
  });
});

describe("usePersistence", () => {
  it("follows the state of saving", async () => {
    const store = createAcpStore();
    const persistence = persistSessions(store, memoryStorage());
    const Saving = defineComponent(() => {
      const saving = usePersistence();
      return () => h("p", `${saving.value.status} ${saving.value.session?.status ?? "unsaved"}`);
    });
    const { findByText } = renderWith(store, Saving, persistence);
    await findByText("ok unsaved");
    store.openSession({ sessionId: "s1" });
    store.putApplicationRow("s1", { data: "Note" });
    await persistence.flush();
    expect(await findByText("ok ok")).toBeDefined();
    await persistence.stop();
  });
});
