import { Output } from "@acp-store/ui/output";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";

const ESC = "\u001B";

describe("Output", () => {
  it("shows the final screen of output that moves the cursor, and follows it", async () => {
    const start = `a 1%\nb 1%\n${ESC}[2A`;
    const { rerender } = render(<Output text={`${start}${ESC}[3Ccursor`} />);
    await screen.findByText(/^a 1cursor\s+b 1%$/);
    rerender(<Output text={`${start}a 100%\nb 100%`} />);
    const drawn = await screen.findByText(/^a 100%\s+b 100%$/);
    expect(drawn.textContent).toBe("a 100%\nb 100%");
  });
});
