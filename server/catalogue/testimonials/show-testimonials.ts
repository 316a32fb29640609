import { testimonials } from "@db/schema";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { keepContent } from "../../core/kept-content";
import { findSeriesOf } from "../schedule/find-session";
import type { Testimonial } from "./schemas";

const mostShown = 3;

/** Returns the testimonials of the home page: those about everything first. */
export async function listForHome({ db }: Context): Promise<Testimonial[]> {
  const all = await readPublished(db);
  return firstOf(all, ({ seriesId }) => seriesId === null);
}

/** Returns the testimonials of a session's page: those about its series first, none about another one. */
export async function listForSession(ctx: Context, { sessionId }: { sessionId: string }): Promise<Testimonial[]> {
  const [all, series] = await Promise.all([readPublished(ctx.db), findSeriesOf(ctx, sessionId)]);
  const about = all.filter(({ seriesId }) => seriesId === null || seriesId === series);
  return firstOf(about, ({ seriesId }) => seriesId !== null);
}

type PublishedTestimonial = Testimonial & { seriesId: string | null };

function firstOf(
  sorted: PublishedTestimonial[],
  isFirst: (testimonial: PublishedTestimonial) => boolean,
): Testimonial[] {
  const inOrder = [...sorted.filter(isFirst), ...sorted.filter((testimonial) => !isFirst(testimonial))];
  return inOrder.slice(0, mostShown).map(({ seriesId: _, ...shown }) => shown);
}

/** There are few, and visitors see the same ones. */
const readPublished = keepContent(async (db): Promise<PublishedTestimonial[]> => {
  const { quote, shownName, line, seriesId } = testimonials;
  const rows = await db
    .select({ quote, name: shownName, line, seriesId })
    .from(testimonials)
    .where(
      and(
        eq(testimonials.isPublished, true),
        isNotNull(testimonials.consentKind),
        isNull(testimonials.consentWithdrawnAt),
      ),
    )
    .orderBy(asc(testimonials.orderIndex), asc(testimonials.createdAt), asc(testimonials.id));
  return rows.map(({ line, ...row }) => ({ ...row, line: line ?? "" }));
});
