import { liveSessions, testimonials } from "@db/schema";
import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "../core/context";
import type { Testimonial } from "./schemas";

const mostShown = 3;

/** Returns the testimonials of the home page: those about everything first. */
export const listForHome = (ctx: Context): Promise<Testimonial[]> =>
  listPublished(ctx, undefined, sql`${testimonials.seriesId} is not null`);

/** Returns the testimonials of a session's page: those about its series first, none about another one. */
export function listForSession(ctx: Context, { sessionId }: { sessionId: string }): Promise<Testimonial[]> {
  const series = ctx.db
    .select({ id: liveSessions.seriesId })
    .from(liveSessions)
    .where(and(eq(liveSessions.id, sessionId), eq(liveSessions.isPublished, true)));
  const isAbout = or(isNull(testimonials.seriesId), eq(testimonials.seriesId, sql`(${series})`));
  return listPublished(ctx, isAbout, sql`${testimonials.seriesId} is null`);
}

/** `isLater` is true of those that come after the others. */
async function listPublished({ db }: Context, where: SQL | undefined, isLater: SQL): Promise<Testimonial[]> {
  const rows = await db
    .select({ quote: testimonials.quote, name: testimonials.shownName, line: testimonials.line })
    .from(testimonials)
    .where(
      and(
        eq(testimonials.isPublished, true),
        isNotNull(testimonials.consentKind),
        isNull(testimonials.consentWithdrawnAt),
        where,
      ),
    )
    .orderBy(isLater, asc(testimonials.orderIndex), asc(testimonials.createdAt), asc(testimonials.id))
    .limit(mostShown);
  return rows.map(({ line, ...row }) => ({ ...row, line: line ?? "" }));
}
