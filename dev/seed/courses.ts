import type { Transaction } from "@db/client";
import { courseDates, courseTerms, products } from "@db/schema";
import { seedId } from "./seed-id";
import { sessionNamed, type SeededSessions } from "./timetable";

type Demo = { now: Date; sessions: SeededSessions };

/** Makes a course of two dates, which is not on sale yet. */
export async function seedCourse(tx: Transaction, { now, sessions }: Demo): Promise<void> {
  const id = seedId("course first tuesdays");
  const texts = { title: "Two first Tuesdays", description: "Both evenings, for one price." };
  await tx.insert(products).values({
    id,
    kind: "course",
    ...texts,
    priceMinor: 3200,
    priceCurrency: "GBP",
    isOn: false,
    createdAt: now,
  });
  await tx.insert(courseTerms).values({ productId: id });
  const dates = ["first-tuesday-1", "first-tuesday-2"].map((key) => sessionNamed(sessions, key));
  await tx.insert(courseDates).values(dates.map((session) => ({ productId: id, sessionId: session.id })));
}
