import { courseTerms, type LiveSession, products } from "@db/schema";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Context } from "../../core/context";
import { describeZones, displayStart, formatDuration, placeLabel } from "../../core/dates";
import { keepContent } from "../../core/kept-content";
import { formatPrice } from "../../core/money";
import { readSiteSettings } from "../../core/site-settings";
import { describePrices } from "../../platform/money/describe-prices";
import { printRange } from "../../platform/money/session-price";
import { rangeOfProduct, readProductPrices, readProductPricing } from "../../catalogue/products/product-prices";
import { countPlaces, fewPlacesLeft, fits, type Places } from "../../catalogue/schedule/places";
import { datesToCome, priceOfDates, readCourses, requireCourse } from "./course";
import { nameDate } from "../../catalogue/schedule/name-date";
import { refusalOfCourse } from "./course-places";
import { describeTerms } from "./course-terms";

export type CoursePage = Awaited<ReturnType<typeof getCourse>>;

/** Returns what visitors see of a course, also of one that is no longer sold. Throws not_found. */
export async function getCourse(ctx: Context, { id }: { id: string }) {
  const course = await requireCourse(ctx.db, id);
  const site = await readSiteSettings(ctx);
  const now = ctx.clock.now();
  const shown = course.dates.filter(({ isPublished }) => isPublished);
  const toCome = datesToCome(course, now);
  const places = await countPlaces(
    ctx.db,
    course.dates.map((session) => session.id),
  );
  const refusal = refusalOfCourse({ course, toCome, places, now }, ctx);
  const sold = priceOfDates(course, toCome, await readProductPricing(ctx.db, course.product));
  const range = rangeOfProduct(ctx, sold.product, sold.pricing);
  return {
    id,
    title: course.product.title,
    paragraphs: course.product.description.split(/\n\s*\n/).filter(Boolean),
    price: printRange(range),
    /** Of several prices, the lowest. */
    from: range.highest && formatPrice(range.lowest),
    /** A line for each of several prices. */
    prices: describePrices(ctx, sold.pricing),
    /** "2 of 6 dates": for someone who joins late. */
    late: toCome.length < course.dates.length ? `${toCome.length} of ${course.dates.length} dates to come` : null,
    dates: shown.map((session) => ({
      id: session.id,
      title: session.title,
      start: displayStart(session, ctx),
      duration: formatDuration(session.durationMinutes),
      place: placeLabel(session),
      note: noteOn(session, places.get(session.id), now),
    })),
    zones: describeZones(shown, ctx, now),
    terms: describeTerms(course.terms, site),
    isSoldSingly: course.terms.isSoldSingly,
    isOpen: refusal === null,
    refusal: refusal && refusal.message,
    /** Whether people can wait for it. */
    isJoinable: refusal?.code === "sold_out" && site.isWaitlistOn,
  };
}

function noteOn(session: LiveSession, places: Places | undefined, now: Date): string | null {
  if (session.cancelledAt) return "Cancelled";
  if (session.startTime <= now) return "Has begun";
  if (!fits(session, places, 1)) return "Full";
  const left = fewPlacesLeft(session, places, now);
  return left === null ? null : `${left} ${left === 1 ? "place" : "places"} left`;
}

/** A course in a list of those on sale. */
export type ListedCourse = { id: string; title: string; price: string; dates: string };

/** Lists the courses on sale that have a date to come, the one that begins first first. */
export async function listCourses(ctx: Context): Promise<ListedCourse[]> {
  const now = ctx.clock.now();
  const courses = await readCoursesOnSale(ctx.db);
  const pricings = await readProductPrices(
    ctx.db,
    courses.map(({ product }) => product),
  );
  return courses
    .flatMap((course, index) => {
      const [toCome, pricing] = [datesToCome(course, now), pricings[index]];
      return pricing ? [{ course, toCome, sold: priceOfDates(course, toCome, pricing) }] : [];
    })
    .filter(({ toCome }) => toCome.length > 0 && toCome.every(({ session }) => session.isPublished))
    .sort((a, b) => startOf(a.toCome[0]?.session) - startOf(b.toCome[0]?.session))
    .map(({ course, toCome, sold }) => ({
      id: course.product.id,
      title: course.product.title,
      price: printRange(rangeOfProduct(ctx, sold.product, sold.pricing)),
      dates: describeDates(
        ctx,
        toCome.map(({ session }) => session),
      ),
    }));
}

const startOf = (session: LiveSession | undefined): number => session?.startTime.getTime() ?? 0;

/** Text such as "6 dates, the first on Thu, Dec 3, 2026, 6:00 PM GMT". */
function describeDates(ctx: Context, sessions: LiveSession[]): string {
  const [first] = sessions;
  if (!first) return "";
  if (sessions.length === 1) return `1 date, on ${nameDate(first, ctx)}`;
  return `${sessions.length} dates, the next on ${nameDate(first, ctx)}`;
}

const readCoursesOnSale = keepContent(async (db) => {
  const isSold = and(eq(products.kind, "course"), eq(products.isOn, true), gt(products.priceMinor, 0));
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .innerJoin(courseTerms, eq(courseTerms.productId, products.id))
    .where(isSold)
    .orderBy(asc(products.createdAt), asc(products.id));
  return readCourses(
    db,
    rows.map(({ id }) => id),
  );
});
