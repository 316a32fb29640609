import { type CalendarAccount, calendarAccounts, type CalendarSource, calendarSources } from "@db/schema";
import { z } from "zod";
import { decrypt, encrypt, type EncryptionSettings } from "../../core/encryption";
import { CalendarError } from "./failures";
import { and, eq, notLike } from "drizzle-orm";
import type { Services } from "../../core/services";

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

/** Encrypts addresses and logins anew that an older key has encrypted, so that the key can be retired. Safe to repeat. */
export async function resealCalendars({ db, settings, log }: Pick<Services, "db" | "settings" | "log">): Promise<void> {
  const current = `${settings.encryptionKeys[0]?.id}:%`;
  const ignoreLost = async (calendarId: string, reseal: () => Promise<unknown>) => {
    try {
      await reseal();
    } catch (error) {
      log.error({ err: error, calendarId }, "the address of a calendar can't be read: its key is missing");
    }
  };
  const { id, sealedAddress } = calendarSources;
  for (const source of await db.select().from(calendarSources).where(notLike(sealedAddress, current))) {
    await ignoreLost(source.id, () =>
      db
        .update(calendarSources)
        .set({ sealedAddress: sealAddress(settings, source, openAddress(settings, source)) })
        .where(and(eq(id, source.id), eq(sealedAddress, source.sealedAddress))),
    );
  }
  const { sealedLogin } = calendarAccounts;
  for (const account of await db.select().from(calendarAccounts).where(notLike(sealedLogin, current))) {
    await ignoreLost(account.id, () =>
      db
        .update(calendarAccounts)
        .set({ sealedLogin: sealLogin(settings, account, openLogin(settings, account)) })
        .where(and(eq(calendarAccounts.id, account.id), eq(sealedLogin, account.sealedLogin))),
    );
  }
}
