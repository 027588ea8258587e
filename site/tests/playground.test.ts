import { describe, expect, it } from "vitest";
import { formatAddress, parseAddress } from "../playground/address.js";
import { formatTime, previewMessage } from "../playground/describeFrame.js";

describe("the address of the playground", () => {
  it.each([{}, { recording: "a b&c" }, { recording: "claude", frame: 0 }])(
    "can be read back: %o",
    (address) => expect(parseAddress(formatAddress(address))).toEqual(address),
  );

  it.each(["", "#", "#frame=x", "#frame=-1&other", "#recording=&frame=1.5"])(
    "ignores what it does not know: %s",
    (hash) => expect(parseAddress(hash)).toEqual({}),
  );
});

describe("the description of a frame", () => {
  it("previews the most telling part of a message on one line", () => {
    const update = {
      sessionUpdate: "agent_message_chunk",
      content: { type: "text", text: "a\n b" },
    };
    expect(previewMessage({ params: { update } })).toBe("a b");
    expect(previewMessage({ result: { stopReason: "end_turn" } })).toBe("end_turn");
    expect(previewMessage({ error: { message: "Refused" } })).toBe("Refused");
    expect(previewMessage("\u001b[31mtext\u001b[0m\u0007")).toBe("text");
  });

  it("formats times in milliseconds, which tell the frames of a burst apart", () => {
    const times = [17, 14_230, 65_300, 119_960].map(formatTime);
    expect(times).toEqual(["0.017 s", "14.230 s", "1:05.300", "1:59.960"]);
  });
});
