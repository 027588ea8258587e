/** How long a text is in UTF-8. */
export function byteLength(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; index++) length += bytesAt(text, index);
  return length;
}

/** How many bytes the character at `index` has; the two halves of a pair count two each. */
export function bytesAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
}

/** Whether it is the second half of a pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
