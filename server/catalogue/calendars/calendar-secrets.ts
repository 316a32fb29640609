import type { CalendarAccount, CalendarSource } from "@db/schema";
import { z } from "zod";
import { decrypt, encrypt, type EncryptionSettings } from "../../core/encryption";
import { CalendarError } from "./failures";

const login = z.object({ server: z.string(), user: z.string(), password: z.string() });
export type CalendarLogin = z.infer<typeof login>;

const subjectOfLogin = ({ id }: Pick<CalendarAccount, "id">) => `calendar account ${id}`;
const subjectOfAddress = ({ id }: Pick<CalendarSource, "id">) => `calendar ${id}`;

/** Encrypts an account's address, user and password, so that they are unreadable in a backup. */
export const sealLogin = (settings: EncryptionSettings, account: Pick<CalendarAccount, "id">, known: CalendarLogin) =>
  encrypt(settings, JSON.stringify(known), subjectOfLogin(account));

/** Throws a CalendarError if the key is missing. */
export const openLogin = (settings: EncryptionSettings, account: Pick<CalendarAccount, "id" | "sealedLogin">) =>
  login.parse(JSON.parse(opened(() => decrypt(settings, account.sealedLogin, subjectOfLogin(account)))));

/** Encrypts a calendar's address: that of a secret one is all that it takes to read it. */
export const sealAddress = (settings: EncryptionSettings, source: Pick<CalendarSource, "id">, address: string) =>
  encrypt(settings, address, subjectOfAddress(source));

/** Throws a CalendarError if the key is missing. */
export const openAddress = (settings: EncryptionSettings, source: Pick<CalendarSource, "id" | "sealedAddress">) =>
  opened(() => decrypt(settings, source.sealedAddress, subjectOfAddress(source)));

function opened(open: () => string): string {
  try {
    return open();
  } catch {
    throw new CalendarError("key");
  }
}
