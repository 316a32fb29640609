import type { Queryable } from "@db/client";
import { passes, purchases } from "@db/schema";
import { and, asc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { normalEmail } from "../../core/email-address";
import { heldPassLink } from "../../core/paths";
import type { Services } from "../../core/services";
import { readBalances } from "./balance";
import { describeBalance } from "./describe-pass";

/** A guest's pass, as a mail that leads to it names it. */
type LinkedPass = { purchaseId: string; title: string; balance: string; url: string };

const mostPasses = 10;
const rememberedMs = 30 * 24 * 3_600_000;

/** Finds the passes that were bought with an address and that no account has, the last of them until 30 days after its end. */
export async function findGuestPasses(
  db: Queryable,
  { clock, settings }: Pick<Services, "clock" | "settings">,
  email: string,
): Promise<LinkedPass[]> {
  const remembered = new Date(clock.now().getTime() - rememberedMs);
  const rows = await db
    .select({ pass: passes, purchase: purchases })
    .from(passes)
    .innerJoin(purchases, eq(purchases.id, passes.purchaseId))
    .where(
      and(
        eq(sql`lower(${purchases.customerEmail})`, normalEmail(email)),
        isNull(passes.userId),
        isNull(passes.endedAt),
        isNull(purchases.archivedAt),
        or(isNull(passes.endsAt), gt(passes.endsAt, remembered)),
      ),
    )
    .orderBy(sql`${passes.endsAt} asc nulls last`, asc(passes.id))
    .limit(mostPasses);
  const balances = await readBalances(
    db,
    rows.map(({ pass }) => pass.id),
  );
  return rows.map(({ pass, purchase }) => ({
    purchaseId: purchase.id,
    title: pass.title,
    balance: describeBalance(pass, { left: balances.get(pass.id) ?? 0, timeZone: settings.siteTimeZone }),
    url: settings.siteUrl + heldPassLink(purchase),
  }));
}
