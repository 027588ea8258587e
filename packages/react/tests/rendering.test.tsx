import { useMessage, useTimeline, useToolCall, useToolCallIds } from "@acp-store/react";
import { act, render, screen } from "@testing-library/react";
import { Profiler, type ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { call, chunk, countingStore, wrapperFor } from "./support.js";

function counted() {
  const renders = new Map<string, number>();
  const Counted = ({ id, children }: { id: string; children: ReactElement }) => (
    <Profiler id={id} onRender={() => renders.set(id, (renders.get(id) ?? 0) + 1)}>
      {children}
    </Profiler>
  );
  return { renders, Counted };
}

function Row({ id }: { id: string }): ReactElement {
  const toolCall = useToolCall(id);
  return <li>{`${toolCall?.title}: ${toolCall?.status}`}</li>;
}

describe("a list of tool calls", () => {
  it("renders only the row of the call that changed", () => {
    const store = countingStore();
    for (let n = 0; n < 20; n++) store.update(call(`c${n}`));
    const { renders, Counted } = counted();
    function List(): ReactElement {
      const ids = useToolCallIds();
      return (
        <ul>
          {ids.map((id) => (
            <Counted key={id} id={id}>
              <Row id={id} />
            </Counted>
          ))}
        </ul>
      );
    }
    render(
      <Counted id="list">
        <List />
      </Counted>,
      { wrapper: wrapperFor(store) },
    );
    renders.clear();
    act(() => store.update(call("c7", "completed")));
    expect(screen.getByText("Call c7: completed")).toBeDefined();
    expect([...renders]).toEqual([
      ["c7", 1],
      ["list", 1],
    ]);
  });

  it("renders the list once when a call is added", () => {
    const store = countingStore();
    let renders = 0;
    function Ids(): string {
      renders++;
      return useToolCallIds().join(" ");
    }
    const { container } = render(<Ids />, { wrapper: wrapperFor(store) });
    act(() => store.update(call("a")));
    renders = 0;
    act(() => store.update(call("b")));
    expect(container.textContent).toBe("a b");
    // StrictMode renders twice.
    expect(renders).toBe(2);
    act(() => store.update(call("b", "completed")));
    expect(renders).toBe(2);
  });
});

describe("a streamed message", () => {
  it("renders only its row for each chunk", () => {
    const store = countingStore();
    let listRenders = 0;
    function Text({ id }: { id: string }): ReactElement {
      const [block] = useMessage(id)?.content ?? [];
      return <p>{block?.type === "text" ? block.text : ""}</p>;
    }
    function Conversation(): ReactElement[] {
      listRenders++;
      return useTimeline().map((item) => <Text key={item.id} id={item.id} />);
    }
    const { container } = render(<Conversation />, { wrapper: wrapperFor(store) });
    act(() => store.update(chunk("Hel")));
    listRenders = 0;
    act(() => store.update(chunk("lo")));
    act(() => store.update(chunk("!")));
    expect(container.textContent).toBe("Hello!");
    expect(listRenders).toBe(0);
  });
});

describe("listeners", () => {
  it("leaves no listener after the last component unmounts", () => {
    const store = countingStore();
    store.update(call("a"));
    const { unmount } = render(<Row id="a" />, { wrapper: wrapperFor(store) });
    expect(store.listeners()).toBeGreaterThan(0);
    unmount();
    expect(store.listeners()).toBe(0);
  });

  it("leaves no listener after 10,000 rows were mounted and unmounted", () => {
    const store = countingStore();
    const ids = Array.from({ length: 100 }, (_, index) => `call ${index}`);
    const { rerender } = render(<></>, { wrapper: wrapperFor(store) });
    for (let round = 0; round < 100; round++) {
      rerender(ids.map((id) => <Row key={id} id={id} />));
      expect(store.listeners()).toBe(ids.length);
      rerender(<></>);
      expect(store.listeners()).toBe(0);
    }
  });

  it("registers listeners only for mounted rows", () => {
    const store = countingStore();
    const { rerender } = render(<Row id="a" />, { wrapper: wrapperFor(store) });
    rerender(<Row id="b" />);
    expect(store.listeners()).toBe(1);
    act(() => store.update(call("b", "in_progress")));
    expect(screen.getByText("Call b: in_progress")).toBeDefined();
  });
});
