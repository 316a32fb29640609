import type { Queryable } from "@db/client";
import { type Pass, passes, purchases } from "@db/schema";
import { and, eq, inArray, isNull, or, type SQL } from "drizzle-orm";
import type { Visitor } from "../../core/context";
import { readSignedCookie, setSignedCookie } from "../../core/cookies";
import type { Settings } from "../../core/env";
import { isUuid } from "../../core/input-schemas";

/** Who is behind a request that wants to use a pass. */
export type PassHolder = { user: { id: string } | null; visitor: Pick<Visitor, "browserPasses"> };

/** Returns the holder that an account is, whatever browser it uses. */
export const holderOf = ({ id }: { id: string }): PassHolder => ({ user: { id }, visitor: { browserPasses: [] } });

/**
 * Finds the passes of the account that is signed in, and those of guests that this browser has bought or opened by
 * their link; never by an address that was typed. Undefined for strangers.
 */
export const whereHeldBy = ({ user, visitor }: PassHolder): SQL | undefined =>
  or(
    user ? eq(passes.userId, user.id) : undefined,
    visitor.browserPasses.length > 0
      ? // Once an account has it, this browser must not show it after signing out.
        and(isNull(passes.userId), inArray(passes.purchaseId, visitor.browserPasses))
      : undefined,
  );

/** Returns whom a pass belongs to: the name of its purchase and its address. */
export async function readPassHolder(
  db: Queryable,
  passId: Pass["id"],
): Promise<{ fullName: string; email: string } | null> {
  const [holder] = await db
    .select({ fullName: purchases.customerName, email: passes.email })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(eq(passes.id, passId));
  return holder ?? null;
}

type CookieSettings = Pick<Settings, "isLive" | "cookieSecrets">;

const yearSeconds = 365 * 24 * 60 * 60;
const maxBrowserPasses = 10;

/** Returns the header by which a browser may use the passes of these purchases; the newest ones come first. */
export const browserPassesCookie = (settings: CookieSettings, purchaseIds: string[]): string =>
  setSignedCookie(settings, "passes", [...new Set(purchaseIds)].slice(0, maxBrowserPasses), yearSeconds);

export function readBrowserPasses(settings: CookieSettings, header: string | null | undefined): string[] {
  const ids = readSignedCookie(settings, header, "passes");
  return Array.isArray(ids) ? ids.map(String).filter((id) => isUuid(id)) : [];
}
