import { randomUUID } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { keptForms } from "@db/schema";
import { seal, unseal } from "../core/secrets";
import type { Settings } from "../core/env";
import type { Services } from "../core/services";
import type { MemberContext } from "../core/context";

type Fields = [name: string, value: string][];
type RefusedForm = { userId: string; address: string; fields: Fields };

/** How long what was typed waits for its member to sign in again, in seconds. */
export const keptSeconds = 60 * 60;

/** The form's field that says which account its page was made for. */
export const accountField = "accountMark";

/** Returns what a page's forms carry, so that what is typed is given back to this account only. */
export const markAccount = (settings: Settings, userId: string): string => seal(settings, userId, markOwner);

/** Returns the account that a form's page was made for; null where the mark is not ours. */
export function markedAccount(settings: Settings, mark: string | null): string | null {
  try {
    return mark ? unseal(settings, mark, markOwner) : null;
  } catch {
    return null;
  }
}

const markOwner = "the account that a form was made for";

/** Keeps what was typed into a form for an hour, in place of what is kept already. Returns the id for its browser. */
export async function keepForm({ db, clock, settings }: Services, { userId, address, fields }: RefusedForm) {
  const id = randomUUID();
  const kept = {
    id,
    address,
    sealedFields: seal(settings, JSON.stringify(fields), fieldsOwner(userId)),
    createdAt: clock.now(),
  };
  await db
    .insert(keptForms)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: keptForms.userId, set: kept });
  return id;
}

/**
 * Returns the fields that were kept for the form of this page, to the same account and browser only; else null. The row
 * stays, for an answer that never arrives: the browser forgets its id with the answer that brings the fields.
 */
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
  return JSON.parse(unseal(ctx.settings, kept.sealedFields, fieldsOwner(ctx.user.id))) as Fields;
}

const fieldsOwner = (userId: string) => `kept form of ${userId}`;
