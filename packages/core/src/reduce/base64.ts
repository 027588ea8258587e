import { host } from "../notify/environment.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Engines outside of browsers and Node, such as Hermes, may have neither `atob` nor `btoa`.

/** Returns the bytes of valid base64 as characters up to U+00FF, like `atob`. */
export function decodeBase64(base64: string): string {
  if (host.atob !== undefined) return host.atob(base64);
  let binary = "";
  let bits = 0;
  let length = 0;
  for (const digit of base64.replace(/=+$/, "")) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xfff;
    length += 6;
    if (length < 8) continue;
    length -= 8;
    binary += String.fromCharCode((bits >> length) & 0xff);
  }
  return binary;
}

/** Returns the base64 of bytes that are given as characters up to U+00FF, like `btoa`. */
export function encodeBase64(binary: string): string {
  if (host.btoa !== undefined) return host.btoa(binary);
  let base64 = "";
  for (let index = 0; index < binary.length; index += 3) {
    const [first = 0, second = 0, third = 0] = Array.from(binary.slice(index, index + 3), byteOf);
    const bits = (first << 16) | (second << 8) | third;
    for (let digit = 0; digit < 4; digit++) {
      const isPadding = index + digit > binary.length;
      base64 += isPadding ? "=" : DIGITS[(bits >> (18 - 6 * digit)) & 0x3f];
    }
  }
  return base64;
}

function byteOf(character: string): number {
  return character.charCodeAt(0);
}
