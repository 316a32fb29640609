import { calendarAccounts, calendarSources } from "@db/schema";
import { and, eq, notLike } from "drizzle-orm";
import type { Services } from "../../core/services";
import { openAddress, openLogin, sealAddress, sealLogin } from "./calendar-secrets";

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
