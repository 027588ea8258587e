/** The texts of comments on lines. */
export const commentTexts = {
  line: (line: number): string => `line ${line}`,
  lines: (first: number, last: number): string => `lines ${first} to ${last}`,
  beforeChange: (lines: string): string => `${lines} before the change`,
  someLines: (count: number): string => (count === 1 ? "this line" : `these ${count} lines`),
  place: (path: string, lines: string): string => `${path}, ${lines}`,
  commentOn: (lines: string, path: string): string => `Comment on ${lines} of ${path}`,
  buttonTitle: "Comment. Drag or hold Shift to select more lines.",
  placeholder: "Tell the agent about these lines",
  add: "Add comment",
  save: "Save",
  cancel: "Cancel",
  /** Keys are in braces. */
  editorHint: "{Ctrl Enter} to save, {Esc} to discard",
  count: (count: number): string => (count === 1 ? "1 comment" : `${count} comments`),
  label: "Comments for the agent",
  sentWithPrompt: "Sent with your next message",
  added: (count: number): string =>
    count === 1
      ? "Comment added. It is sent with your next message."
      : `Comment added. ${count} comments are sent with your next message.`,
  edit: (place: string): string => `Edit the comment on ${place}`,
  remove: (place: string): string => `Remove the comment on ${place}`,
};
