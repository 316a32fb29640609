import type { Queryable } from "@db/client";
import { type Pass, sessionCategories } from "@db/schema";
import { inArray } from "drizzle-orm";
import { lastDayOf } from "./period";
import { describeLimit } from "./place-limit";

type Terms = Pick<Pass, "credits" | "months" | "starts" | "cover" | "categoryIds" | "placeLimit">;

/** Reads the names of categories that passes are for. */
export async function readCategoryNames(
  db: Queryable,
  terms: Pick<Pass, "categoryIds">[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(terms.flatMap(({ categoryIds }) => categoryIds))];
  if (ids.length === 0) return new Map();
  const rows = await db.select().from(sessionCategories).where(inArray(sessionCategories.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Says for how many sessions a pass is, such as "10 sessions". */
export const holds = ({ credits }: Pick<Pass, "credits">): string =>
  credits === null ? "Any number of sessions" : credits === 1 ? "1 session" : `${credits} sessions`;

const inMonths = (months: number): string => (months === 1 ? "1 month" : `${months} months`);

const startsFrom = { purchase: "the day you buy it", first_use: "the day of your first booking with it" };

/** Says what a pass holds, for which sessions and for how long: one sentence each. */
export const describeTerms = (terms: Terms, names: ReadonlyMap<string, string>): string[] => [
  `${[holds(terms), covers(terms, names), describeLimit(terms.placeLimit)].filter(Boolean).join(", ")}.`,
  `Valid for ${inMonths(terms.months)} from ${startsFrom[terms.starts]}.`,
];

function covers({ cover, categoryIds }: Terms, names: ReadonlyMap<string, string>): string {
  switch (cover) {
    case "all":
      return "online and on site";
    case "online":
      return "online only";
    case "on_site":
      return "on site only";
    case "categories": {
      const listed = categoryIds.flatMap((id) => names.get(id) ?? []).sort();
      return listed.length > 0 ? `of ${new Intl.ListFormat("en-GB").format(listed)} only` : "of no category any more";
    }
  }
}

type Validity = Pick<Pass, "credits" | "months" | "endsAt" | "endedAt" | "frozenAt">;
type HeldCredits = { left: number; timeZone: string };

/** Says what is left and until when, such as "7 of 10 left, until Sunday, May 3, 2026". */
export const describeBalance = (pass: Validity, held: HeldCredits): string =>
  `${leftOf(pass, held)}, ${until(pass, held)}`;

const leftOf = ({ credits }: Validity, { left }: HeldCredits): string =>
  credits === null ? "any number of sessions" : left > credits ? `${left} left` : `${left} of ${credits} left`;

const until = ({ months, endsAt }: Validity, { timeZone }: HeldCredits): string =>
  endsAt ? `until ${lastDayOf(endsAt, timeZone)}` : `for ${inMonths(months)} from your first booking`;
