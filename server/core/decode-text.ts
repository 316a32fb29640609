export type DecodedText = { text: string; encoding: "UTF-8" | "UTF-16" | "Windows-1252" };

/**
 * Returns the text of a file that does not say how it is encoded. Null if it is none, or one in an alphabet that can't be
 * told apart from others: a wrong guess would damage every name.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const wide = wideEncodingOf(bytes);
  const text = decode(wide ?? "utf-8", bytes);
  if (text !== null) return text.includes("\0") ? null : { text, encoding: wide ? "UTF-16" : "UTF-8" };
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (bytes.some(isNoLetter) || isForeign(raw)) return null;
  return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
}

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Without a mark, every other byte of its first letters is 0. */
function wideEncodingOf([a, b, c, d]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return "utf-16le";
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? "utf-16be" : null;
}

const undefinedBytes = [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Returns whether a byte is a control character, or none that Windows-1252 knows. */
const isNoLetter = (byte: number): boolean => (byte < 32 && (byte < 9 || byte > 13)) || undefinedBytes.includes(byte);

/** Words of Western Europe have few letters beyond ASCII, and neither signs inside nor a capital behind a small letter. */
function isForeign(raw: string): boolean {
  const letters = raw.match(/[\x80-\xff]/g)?.length ?? 0;
  const pairs = raw.match(/[\x80-\xff]{2}/g)?.length ?? 0;
  return pairs * 4 > letters || /[a-z](?:[\x8a\x8c\x8e\x9f]|[\xa1-\xaf\xb0-\xb6\xb8\xb9\xbc-\xbf](?=[a-z]))/.test(raw);
}
