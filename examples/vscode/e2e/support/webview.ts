import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, relative, sep } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import { type ThemeName, THEMES } from "./themes.js";
import type { Uri } from "./vscode.js";

type Listener = (value: unknown) => void;

/** Listeners, like those of an event of VS Code. */
interface Emitter {
  add(listener: Listener): { dispose(): void };
  fire(value?: unknown): void;
}

export function createEmitter(): Emitter {
  const listeners = new Set<Listener>();
  return {
    add(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}

/** A stand-in for a webview view: the object for the extension, and the page that shows it. */
export interface StandInView {
  /** The `WebviewView` that the extension gets. */
  readonly view: {
    readonly visible: boolean;
    badge: { readonly value: number; readonly tooltip: string } | undefined;
    readonly webview: { options: { readonly localResourceRoots: readonly Uri[] } };
  };
  /** The address of the page that contains the frame of the webview. */
  readonly address: string;
  /** Shows the webview, which loads its page. */
  show(): void;
  /** Hides the webview, which ends its page. */
  hide(): void;
  /** Delays the messages to the page until `releaseMessages` is called. */
  bufferMessages(): void;
  releaseMessages(): void;
  close(): Promise<void>;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".js": "text/javascript",
};

/**
 * Starts a server that shows a webview as VS Code does: a page with a frame of the same origin. The
 * frame has `acquireVsCodeApi`, and posts its messages through the page. Messages for a page that is
 * not loaded wait, and the value of `setState` outlives the frame.
 */
export async function startView(theme: ThemeName): Promise<StandInView> {
  const received = createEmitter();
  const disposed = createEmitter();
  const visibility = createEmitter();
  const pending: string[] = [];
  let html = "";
  let visible = true;
  let isBuffering = false;
  let workbench: WebSocket | undefined;

  const server = createServer((request, response) => {
    void serve(new URL(request.url ?? "/", origin).pathname).then(
      ([contentType, body]) => response.writeHead(200, { "content-type": contentType }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function serve(path: string): Promise<[contentType: string, body: string | Buffer]> {
    if (path === "/") return ["text/html", WORKBENCH];
    if (path === "/frame") return ["text/html", addApi(html, theme)];
    const file = decodeURIComponent(path.slice("/resource".length));
    if (!path.startsWith("/resource/") || !webview.options.localResourceRoots.some(contains(file)))
      throw new Error(`The page may not load ${path}`);
    return [CONTENT_TYPES[extname(file)] ?? "", await readFile(file)];
  }

  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    workbench = socket;
    socket.on("message", (data: Buffer) => received.fire(JSON.parse(data.toString())));
    sendPending();
    sendVisibility();
  });

  function sendPending(): void {
    for (const text of pending.splice(0)) workbench?.send(text);
  }

  function send(message: object): void {
    const text = JSON.stringify(message);
    if (!isBuffering && workbench?.readyState === WebSocket.OPEN) workbench.send(text);
    else pending.push(text);
  }

  function sendVisibility(): void {
    send({ type: visible && html !== "" ? "show" : "hide" });
  }

  function setVisible(next: boolean): void {
    visible = next;
    sendVisibility();
    visibility.fire();
  }

  const webview = {
    options: { localResourceRoots: [] as readonly Uri[] },
    cspSource: origin,
    get html() {
      return html;
    },
    set html(next: string) {
      html = next;
      sendVisibility();
    },
    asWebviewUri: ({ fsPath }: Uri) => new URL(`/resource${encodeURI(fsPath)}`, origin),
    postMessage: (message: unknown) => Promise.resolve(send({ type: "post", message })),
    onDidReceiveMessage: received.add,
  };

  return {
    view: {
      webview,
      badge: undefined,
      get visible() {
        return visible;
      },
      // The properties that only the extension uses.
      ...{ onDidDispose: disposed.add, onDidChangeVisibility: visibility.add },
    },
    address: origin,
    show: () => setVisible(true),
    hide: () => setVisible(false),
    bufferMessages: () => void (isBuffering = true),
    releaseMessages() {
      isBuffering = false;
      sendPending();
    },
    async close() {
      disposed.fire();
      for (const socket of sockets.clients) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a function that returns whether a folder contains the file. */
function contains(file: string): (folder: Uri) => boolean {
  return ({ fsPath }) => !relative(fsPath, file).startsWith(`..${sep}`);
}

/** The page around the frame, which stands for the window of VS Code. */
const WORKBENCH = `<!doctype html>
<html lang="en">
  <head>
    <title>Workbench</title>
    <link rel="icon" href="data:," />
    <style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; display: block }</style>
  </head>
  <body>
    <script>
      const socket = new WebSocket(location.origin.replace("http", "ws"));
      const waiting = [];
      let frame, isLoaded = false;
      const show = () => {
        if (frame) return;
        frame = document.body.appendChild(document.createElement("iframe"));
        frame.title = "Agent";
        frame.onload = () => {
          isLoaded = true;
          for (const message of waiting.splice(0)) frame.contentWindow.postMessage(message, "/");
        };
        frame.src = "/frame";
      };
      const hide = () => {
        frame?.remove();
        frame = undefined;
        isLoaded = false;
      };
      socket.onmessage = ({ data }) => {
        const { type, message } = JSON.parse(data);
        if (type === "show") show();
        else if (type === "hide") hide();
        else if (isLoaded) frame.contentWindow.postMessage(message, "/");
        else waiting.push(message);
      };
      window.standIn = {
        state: undefined,
        post: (message) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
        },
        reload: () => { hide(); show(); },
      };
    </script>
  </body>
</html>`;

/** Adds `acquireVsCodeApi` and the theme before everything else, as VS Code does. */
function addApi(html: string, theme: ThemeName): string {
  const { bodyClass, variables } = THEMES[theme];
  const script = `<script>{
    const workbench = window.parent.standIn;
    let isAcquired = false;
    window.acquireVsCodeApi = () => {
      if (isAcquired) throw new Error("An instance of the VS Code API has already been acquired");
      isAcquired = true;
      return Object.freeze({
        postMessage: (message) => workbench.post(message),
        getState: () => workbench.state && JSON.parse(workbench.state),
        setState: (state) => { workbench.state = JSON.stringify(state); return state; },
      });
    };
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(${JSON.stringify(variables)}))
      style.setProperty("--vscode-" + name, value);
    style.background = "var(--vscode-sideBar-background)";
    addEventListener("DOMContentLoaded", () => document.body.classList.add("${bodyClass}"));
  }</script>`;
  return html.replace("<head>", `<head>${script}`);
}
