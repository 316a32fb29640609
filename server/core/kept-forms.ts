import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { keptForms } from "@db/schema";
import { seal, unseal } from "./secrets";
import type { Settings } from "./env";
import type { Services } from "./services";
import type { MemberContext } from "./context";

type Fields = [name: string, value: string][];
type RefusedForm = { userId: string; address: string; fields: Fields };

export const keptSeconds = 60 * 60;

export const accountField = "accountMark";

/** Returns a mark by which kept input is returned to the same account only. */
export const markAccount = (settings: Settings, userId: string): string => seal(settings, userId, markSubject);

export function markedAccount(settings: Settings, mark: string | null): string | null {
  try {
    return mark ? unseal(settings, mark, markSubject) : null;
  } catch {
    return null;
  }
}

const markSubject = "the account that a form was made for";

export async function keepForm({ db, clock, settings }: Services, { userId, address, fields }: RefusedForm) {
  const id = randomUUID();
  const kept = {
    id,
    address,
    sealedFields: seal(settings, JSON.stringify(fields), fieldsSubject(userId)),
    createdAt: clock.now(),
  };
  await db
    .insert(keptForms)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: keptForms.userId, set: kept });
  return id;
}

/** Returns null unless account, browser and page match. The row stays in case the response is lost. */
export async function getKeptForm(ctx: MemberContext, wanted: { id: string; address: string }) {
  const since = new Date(ctx.clock.now().getTime() - keptSeconds * 1000);
  const isWanted = and(
    eq(keptForms.userId, ctx.user.id),
    eq(keptForms.id, wanted.id),
    eq(keptForms.address, wanted.address),
    gt(keptForms.createdAt, since),
  );
  const [kept] = await ctx.db.select().from(keptForms).where(isWanted);
  if (!kept) return null;
  return JSON.parse(unseal(ctx.settings, kept.sealedFields, fieldsSubject(ctx.user.id))) as Fields;
}

const fieldsSubject = (userId: string) => `kept form of ${userId}`;
