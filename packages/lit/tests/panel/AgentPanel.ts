import { isSessionBusy, type TimelineItem } from "@acp-store/core";
import {
  DraftController,
  messageRunRead,
  pendingPermissionsRead,
  planRead,
  provideAcpSession,
  SessionReadController,
  sessionRead,
  timelineRead,
  toolCallRead,
} from "@acp-store/lit";
import { html, LitElement, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { repeat } from "lit/directives/repeat.js";

class MessageRow extends LitElement {
  static override properties = { messageId: {}, run: {} };
  declare messageId: string;
  declare run: number;
  #blocks = new SessionReadController(this, (id) => messageRunRead(id, this.messageId, this.run));

  override render() {
    const text = this.#blocks.value.map((block) => (block.type === "text" ? block.text : ""));
    return html`<p>${text}</p>`;
  }
}
customElements.define("message-row", MessageRow);

class ToolCallRow extends LitElement {
  static override properties = { callId: {} };
  declare callId: string;
  #call = new SessionReadController(this, (id) => toolCallRead(id, this.callId));

  override render() {
    return html`<p>${this.#call.value?.title}: ${this.#call.value?.phase}</p>`;
  }
}
customElements.define("tool-call-row", ToolCallRow);

const keyOf = (item: TimelineItem) =>
  item.type === "message" ? `${item.id} ${item.run}` : item.id;
function renderItem(item: TimelineItem) {
  if (item.type === "message")
    return html`<message-row .messageId=${item.id} .run=${item.run}></message-row>`;
  if (item.type === "tool_call") return html`<tool-call-row .callId=${item.id}></tool-call-row>`;
  return nothing;
}

export class AgentPanel extends LitElement {
  static override properties = { sessionId: {}, prompt: {}, cancel: {} };
  declare sessionId: string;
  declare prompt: (text: string) => void;
  declare cancel: () => void;
  #timeline = new SessionReadController(this, timelineRead);
  #plan = new SessionReadController(this, planRead);
  #session = new SessionReadController(this, sessionRead);
  #permissions = new SessionReadController(this, pendingPermissionsRead);
  #draft = new DraftController(this);

  constructor() {
    super();
    provideAcpSession(this, () => this.sessionId);
  }

  #input(event: Event & { target: HTMLTextAreaElement }) {
    this.#draft.text = event.target.value;
  }

  #send(event: SubmitEvent) {
    event.preventDefault();
    this.prompt(this.#draft.text);
    this.#draft.text = "";
  }

  override render() {
    const isBusy = isSessionBusy(this.#session.value);
    const entries = this.#plan.value?.entries?.map(
      (entry) => html`<li>${entry.status}: ${entry.content}</li>`,
    );
    const requests = this.#permissions.value.map(
      ({ displayTitle, options, respond }) => html`<section aria-label="Permission">
        <h2>${displayTitle ?? "Allow this?"}</h2>
        ${options.map(({ optionId, name }) => html`<button @click=${() => respond(optionId)}>${name}</button>`)}
      </section>`,
    );
    return html`<main aria-busy=${isBusy}>
      ${repeat(this.#timeline.value, keyOf, renderItem)}
      ${entries && html`<ol aria-label="Plan">${entries}</ol>`} ${requests}
      <form @submit=${this.#send}>
        <textarea aria-label="Message" .value=${live(this.#draft.text)} @input=${this.#input}></textarea>
        ${isBusy ? html`<button type="button" @click=${this.cancel}>Stop</button>` : html`<button>Send</button>`}
      </form>
    </main>`;
  }
}
customElements.define("agent-panel", AgentPanel);
