import type { AcpStore } from "@acp-store/core";

/** Stands in for the panel of the devtools. */
export function mountDevtools(element: Element, store: AcpStore): () => void {
  const list = document.createElement("ol");
  element.append(list);
  const stop = store.inspect((record) => {
    if (record.type !== "frame") return;
    const item = document.createElement("li");
    item.textContent = JSON.stringify(record.frame.msg);
    list.append(item);
  });
  return () => {
    stop();
    list.remove();
  };
}
