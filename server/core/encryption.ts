import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { z } from "zod";

/** `secret` is 32 bytes in base64. */
type EncryptionKey = { id: string; secret: string };

/** The words in place of a text whose key is lost. */
export const unreadableNote = "can’t be read, as its key is missing";

export type EncryptionSettings = { encryptionKeys: EncryptionKey[] };

const keyBytes = 32;
const keyPattern = /^[\w.-]{1,32}:[A-Za-z0-9+/]{43}=$/;

export const parseKeys = (list: string): EncryptionKey[] =>
  list.split(",").map((key) => {
    const [id = "", secret = ""] = key.trim().split(":");
    return { id, secret };
  });

export const printKeys = (keys: EncryptionKey[]): string => keys.map(({ id, secret }) => `${id}:${secret}`).join(",");

export const encryptionKeysSetting = z
  .string()
  .refine(
    (list) => list.split(",").every((key) => keyPattern.test(key.trim())),
    "must be a list of id:key, each key 32 bytes in base64",
  )
  .refine((list) => new Set(parseKeys(list).map(({ id }) => id)).size === parseKeys(list).length, "has an id twice")
  .transform(parseKeys);

/** Returns a new list of one key, named after its content. */
export function newKeyList(): string {
  const key = randomBytes(keyBytes);
  const id = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return printKeys([{ id, secret: key.toString("base64") }]);
}

/** Encrypts with the first key, whose id precedes the result. `subject` is authenticated: the text can't be moved to another row. */
export function encrypt({ encryptionKeys: [first] }: EncryptionSettings, text: string, subject: string): string {
  if (!first) throw new Error("Encryption needs ENCRYPTION_KEYS.");
  return `${first.id}:${sealWith(bytesOf(first), text, subject)}`;
}

/** Throws if the key is missing, or if the text was changed or belongs to another subject. */
export function decrypt({ encryptionKeys }: EncryptionSettings, encrypted: string, subject: string): string {
  const [id = "", sealed = ""] = encrypted.split(":");
  const key = encryptionKeys.find((known) => known.id === id);
  if (!key) throw new Error(`The key ${id} is not in ENCRYPTION_KEYS.`);
  return unsealWith(bytesOf(key), sealed, subject);
}

const bytesOf = ({ secret }: EncryptionKey): Buffer => Buffer.from(secret, "base64");

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

export function sealWith(key: Buffer, text: string, subject: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64");
}

export function unsealWith(key: Buffer, sealed: string, subject: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(subject)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
}
