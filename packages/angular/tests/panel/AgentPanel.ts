import {
  injectDraft,
  injectMessageRun,
  injectPendingPermissions,
  injectPlan,
  injectSession,
  injectTimeline,
  injectToolCall,
  provideAcpSession,
} from "@acp-store/angular";
import { isSessionBusy } from "@acp-store/core";
import { Component, computed, inject, input, output } from "@angular/core";
import { FormsModule } from "@angular/forms";

@Component({
  selector: "message-row",
  template: `<p>
    @for (block of blocks(); track $index) {
      {{ block.type === "text" ? block.text : "" }}
    }
  </p>`,
})
export class MessageRow {
  readonly id = input.required<string>();
  readonly run = input.required<number>();
  readonly blocks = injectMessageRun(this.id, this.run);
}

@Component({
  selector: "tool-call-row",
  template: "<p>{{ call()?.title }}: {{ call()?.phase }}</p>",
})
export class ToolCallRow {
  readonly id = input.required<string>();
  readonly call = injectToolCall(this.id);
}

@Component({
  selector: "agent-panel",
  imports: [FormsModule, MessageRow, ToolCallRow],
  providers: [provideAcpSession(() => inject(AgentPanel).sessionId())],
  template: `<main [attr.aria-busy]="session()?.activity === 'running'">
    @for (item of timeline(); track item) {
      @if (item.type === "message") {
        <message-row [id]="item.id" [run]="item.run" />
      } @else if (item.type === "tool_call") {
        <tool-call-row [id]="item.id" />
      }
    }
    @if (plan(); as plan) {
      <ol aria-label="Plan">
        @for (entry of plan.entries; track entry.content) {
          <li>{{ entry.status }}: {{ entry.content }}</li>
        }
      </ol>
    }
    @for (request of permissions(); track request.permissionId) {
      <section aria-label="Permission">
        <h2>{{ request.displayTitle ?? "Allow this?" }}</h2>
        @for (option of request.options; track option.optionId) {
          <button (click)="request.respond(option.optionId)">{{ option.name }}</button>
        }
      </section>
    }
    <form (ngSubmit)="send()">
      <textarea name="message" aria-label="Message" [(ngModel)]="draft.text"></textarea>
      @if (isBusy()) {
        <button type="button" (click)="cancel.emit()">Stop</button>
      } @else {
        <button>Send</button>
      }
    </form>
  </main>`,
})
export class AgentPanel {
  readonly sessionId = input.required<string>();
  readonly prompt = output<string>();
  readonly cancel = output<void>();
  readonly timeline = injectTimeline();
  readonly plan = injectPlan();
  readonly session = injectSession();
  readonly isBusy = computed(() => isSessionBusy(this.session()));
  readonly permissions = injectPendingPermissions();
  readonly draft = injectDraft();

  send() {
    this.prompt.emit(this.draft.text());
    this.draft.text.set("");
  }
}
