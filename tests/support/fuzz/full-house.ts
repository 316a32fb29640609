import { randomUUID } from "node:crypto";
import type { Database } from "@db/client";
import { calendarBusyTimes, calendarSources, liveSessions, products, recordings, sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { aCourseOf } from "../courses";
import { aGiftCardOnSale } from "../gift-cards";
import { aPlan } from "../memberships";
import { anOffer } from "../one-to-one";
import { aPassOnSale } from "../passes";

const day = 24 * 3_600_000;
const counts = { offers: 3, sessions: 1000, events: 2000, onSale: 40 };

/** What the form of an offer accepts at most: a time every 5 minutes, at any hour, for a year. */
const widestOffer = { durationMinutes: 5, stepMinutes: 5, noticeHours: 0, horizonDays: 366, maxPerDay: 50 };
const allDay = { startMinute: 0, endMinute: 1440 };

const description = `${"Long exhales and a slow body scan, for those who have slept badly. ".repeat(8)}\n\nMore of it.`;

/** Adds to the demo as much as an instructor may come to have, of all that strangers can see. */
export async function fillHouse(db: Database) {
  const now = Date.now();
  const offers = [];
  for (let nth = 0; nth < counts.offers; nth += 1) {
    offers.push(await anOffer(db, { ...widestOffer, title: `Alone ${nth}`, description }, { hours: allDay }));
  }
  const sessions = await db
    .insert(liveSessions)
    .values(
      Array.from({ length: counts.sessions }, (_, nth) => ({
        title: `Evening Wind-Down ${nth}`,
        description,
        zoomLink: "https://zoom.example/j/1",
        startTime: new Date(now + (nth + 3) * 0.3 * day),
        priceMinor: 1800,
        enteredPriceMinor: 1800,
        maxAttendees: 12,
        whatToBring: "A blanket\nA pillow",
        seriesId: nth < 300 ? series : null,
      })),
    )
    .returning();
  await addEvents(db, now);
  for (let nth = 0; nth < counts.onSale; nth += 1) {
    await aPassOnSale(db, {}, { title: `Pass ${nth}`, priceMinor: 12_000 + nth * 100 });
    await aPlan(db, {}, { title: `Plan ${nth}` });
    await aGiftCardOnSale(db, {}, { title: `Gift card ${nth}` });
  }
  const course = await aCourseOf(db, sessions.slice(0, 12));
  return { offer: offers[0]!, session: sessions[100]!, course };
}

const series = randomUUID();

async function addEvents(db: Database, now: number): Promise<void> {
  const [calendar] = await db
    .insert(calendarSources)
    .values({ name: "Full", host: "calendar.example", sealedAddress: "none", readAt: new Date(), isRead: true })
    .returning();
  await db.insert(calendarBusyTimes).values(
    Array.from({ length: counts.events }, (_, nth) => {
      const startsAt = new Date(now + (nth * 366 * day) / counts.events);
      return { sourceId: calendar!.id, startsAt, endsAt: new Date(startsAt.getTime() + 1_800_000) };
    }),
  );
}

type FullHouse = Awaited<ReturnType<typeof fillHouse>>;

export type HouseIds = Awaited<ReturnType<typeof idsIn>>;

/** Returns the ids that public addresses and queries ask for in a full house. */
export async function idsIn(db: Database, { offer, session, course }: FullHouse) {
  const onSale = async (kind: "pass" | "gift_card" | "resource") =>
    (await db.query.products.findFirst({ where: and(eq(products.kind, kind), eq(products.isOn, true)) }))!.id;
  const recordingOf = async (slug: string) => {
    const rows = await db
      .select({ id: recordings.id })
      .from(recordings)
      .innerJoin(products, eq(products.id, recordings.productId))
      .where(eq(products.slug, slug));
    return rows[0]!.id;
  };
  const [booking] = await db.select().from(sessionBookings).where(eq(sessionBookings.status, "completed"));
  return {
    offer: offer.slug,
    session: session.id,
    course: course.id,
    pass: await onSale("pass"),
    giftCard: await onSale("gift_card"),
    resource: await onSale("resource"),
    birth: await recordingOf("birth"),
    stress: await recordingOf("stress"),
    booking: booking!.id,
    key: booking!.manageKey,
  };
}
