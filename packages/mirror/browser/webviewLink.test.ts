import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  acceptWebviewLinks,
  webviewLink,
  type WebviewApi,
  type WebviewContainer,
} from "../src/links/webviewLink.js";
import {
  acceptLinks,
  describeLinkContract,
  nextMessages,
  whenClosed,
} from "../tests/support/linkContract.js";

/**
 * A panel whose page is this window. Like VS Code, it posts to the page from a frame of the same
 * origin, and passes the messages of `acquireVsCodeApi()` on to the extension.
 */
function createPanel() {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const channel = new MessageChannel();
  const received = new Set<(message: unknown) => void>();
  const disposed = new Set<() => void>();
  channel.port2.onmessage = ({ data }: MessageEvent<unknown>) => {
    for (const listener of received) listener(data);
  };
  const subscribe = <T>(listeners: Set<T>, listener: T) => {
    listeners.add(listener);
    return { dispose: () => listeners.delete(listener) };
  };
  const panel: WebviewContainer = {
    webview: {
      postMessage: (message) => {
        if (disposed.size === 0 && received.size === 0) throw new Error("Webview is disposed");
        postFrom(frame, message);
      },
      onDidReceiveMessage: (listener) => subscribe(received, listener),
    },
    onDidDispose: (listener) => subscribe(disposed, listener),
  };
  const api: WebviewApi = { postMessage: (message) => channel.port1.postMessage(message) };
  const dispose = () => {
    for (const listener of [...disposed]) listener();
  };
  return { panel, api, frame, dispose, listenerCount: () => received.size + disposed.size };
}

/** Posts a message to this window so that it comes from the frame. */
function postFrom(frame: HTMLIFrameElement, message: unknown): void {
  const script = frame.contentWindow;
  if (script === null) throw new Error("The frame is not loaded");
  const post = Reflect.get(script, "Function")("message", "parent.postMessage(message, '*')");
  post(message);
}

/** Counts the listeners for messages of this window. */
function countWindowListeners(): () => number {
  const add = vi.spyOn(globalThis, "addEventListener");
  const remove = vi.spyOn(globalThis, "removeEventListener");
  onTestFinished(() => {
    add.mockRestore();
    remove.mockRestore();
  });
  const calls = (spy: { mock: { calls: unknown[][] } }): number =>
    spy.mock.calls.filter(([type]) => type === "message").length;
  return () => calls(add) - calls(remove);
}

describe("over a webview", () => {
  describeLinkContract(async () => {
    const { panel, api, listenerCount } = createPanel();
    const windowListeners = countWindowListeners();
    const { nextLink } = acceptLinks((accept) => acceptWebviewLinks(panel, accept));
    const before = listenerCount();
    const near = webviewLink(api);
    return {
      near,
      far: await nextLink(),
      listenerCount: () => listenerCount() - before + windowListeners(),
    };
  });
});

it("opens a new link when the page is loaded again, and closes the previous one", async () => {
  const { panel, api } = createPanel();
  const { nextLink } = acceptLinks((accept) => acceptWebviewLinks(panel, accept));
  const first = webviewLink(api);
  first.send("1");
  const firstInExtension = await nextLink();
  await nextMessages(firstInExtension, 1);
  const reason = whenClosed(firstInExtension);
  const second = webviewLink(api);
  second.send("2");
  expect(await nextMessages(await nextLink(), 1)).toEqual(["2"]);
  expect(await reason).toBe("The page was loaded again");
});

it("closes its link when the panel is disposed, and does not use the webview afterwards", async () => {
  const { panel, api, dispose, listenerCount } = createPanel();
  const { nextLink } = acceptLinks((accept) => acceptWebviewLinks(panel, accept));
  const page = webviewLink(api);
  const extension = await nextLink();
  const reason = whenClosed(extension);
  dispose();
  expect(await reason).toBe("The host has stopped");
  extension.send("late");
  expect(listenerCount()).toBe(0);
  page.close();
});

it("ignores other messages of the extension and of the page", async () => {
  const { panel, api } = createPanel();
  const { nextLink } = acceptLinks((accept) => acceptWebviewLinks(panel, accept));
  const page = webviewLink(api);
  page.send("1");
  const extension = await nextLink();
  for (const message of [null, "text", {}, { acpMirror: 1 }, { acpMirror: "text", id: 2 }]) {
    api.postMessage(message);
    panel.webview.postMessage(message);
  }
  page.send("2");
  extension.send("3");
  expect(await nextMessages(extension, 2)).toEqual(["1", "2"]);
  expect(await nextMessages(page, 1)).toEqual(["3"]);
  page.close();
});

it("ignores messages of frames from another origin", async () => {
  const { panel, api } = createPanel();
  const { nextLink } = acceptLinks((accept) => acceptWebviewLinks(panel, accept));
  const posted: unknown[] = [];
  const { postMessage } = api;
  const page = webviewLink({
    postMessage: (message) => {
      posted.push(message);
      postMessage(message);
    },
  });
  page.send("1");
  const extension = await nextLink();
  await nextMessages(extension, 1);
  const [open] = posted;
  const foreign = document.createElement("iframe");
  foreign.sandbox.add("allow-scripts");
  const forged = { ...(open as object), acpMirror: "text", text: "forged" };
  foreign.srcdoc = `<script>parent.postMessage(${JSON.stringify(forged)}, "*")</script>`;
  onTestFinished(() => foreign.remove());
  const arrived = new Promise<string>((resolve) => {
    const onMessage = ({ data, origin }: MessageEvent<{ text?: string }>): void => {
      if (data.text !== "forged") return;
      globalThis.removeEventListener("message", onMessage);
      resolve(origin);
    };
    globalThis.addEventListener("message", onMessage);
  });
  document.body.append(foreign);
  expect(await arrived).toBe("null");
  extension.send("real");
  expect(await nextMessages(page, 1)).toEqual(["real"]);
  page.close();
});
