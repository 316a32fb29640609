import { randomBytes } from "node:crypto";
import type { GiftCard } from "@db/schema";
import { decrypt, encrypt, type EncryptionSettings } from "../../core/encryption";
import { hashToken } from "../../core/secrets";

/** Digits and letters that can't be taken for each other: no I, L, O or U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupSize = 4;
/** As many letters of 5 bits each as hold 128 bits, in whole groups. */
const codeLength = 28;

/** Returns a new code of 140 random bits, without separators. */
export const newCode = (): string =>
  Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join("");

/** Returns a code as it is shown: in groups. */
export const printCode = (code: string): string => (code.match(new RegExp(`.{1,${groupSize}}`, "g")) ?? []).join("-");

/** Returns what was typed without separators, in capitals, and with the digits that its letters were taken for. */
export const normalCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");

/** Returns the hash by which a typed code is found. */
export const hashCode = (typed: string): string => hashToken(`gift card ${normalCode(typed)}`);

const subjectOf = ({ id }: Pick<GiftCard, "id">) => `gift card ${id}`;

/** Encrypts a card's code, so that it is unreadable in a backup. */
export const sealCode = (settings: EncryptionSettings, card: Pick<GiftCard, "id">, code: string): string =>
  encrypt(settings, code, subjectOf(card));

type SealedCard = Pick<GiftCard, "id" | "sealedCode">;

/** Returns the code of a card without separators; null before it is paid. */
export const openCode = (settings: EncryptionSettings, card: SealedCard): string | null =>
  card.sealedCode === null ? null : decrypt(settings, card.sealedCode, subjectOf(card));

/** Returns the code of a card as it is shown; null before it is paid. */
export function readCode(settings: EncryptionSettings, card: SealedCard): string | null {
  const code = openCode(settings, card);
  return code === null ? null : printCode(code);
}
