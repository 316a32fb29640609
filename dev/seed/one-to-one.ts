import type { Transaction } from "@db/client";
import { oneToOneExceptions, oneToOneHours, oneToOneOffers, oneToOneQuestions } from "@db/schema";
import { DateTime } from "luxon";
import { seedId } from "./seed-id";

/** Puts the one-to-one preparation for birth on sale, on two days of the week. */
export async function seedOneToOne(tx: Transaction, { now, timeZone }: { now: Date; timeZone: string }): Promise<void> {
  const offerId = seedId("one-to-one birth");
  await tx.insert(oneToOneOffers).values({
    id: offerId,
    slug: "birth-preparation",
    title: "One to one preparation for birth",
    description:
      "One to one preparation through the last trimester.\n\n" +
      "We find the breath that works for you, and practise it with the person who will be with you.",
    category: "Pregnancy",
    durationMinutes: 60,
    zoomLink: "https://zoom.us/j/88000000000",
    priceMinor: 8000,
    enteredPriceMinor: 8000,
    enteredCurrency: "GBP",
    creditCost: 4,
    bufferAfterMinutes: 15,
    stepMinutes: 30,
    noticeHours: 24,
    horizonDays: 56,
    maxPerDay: 4,
    isOn: true,
    createdAt: now,
  });
  const [tuesday, thursday] = [2, 4];
  await tx.insert(oneToOneHours).values([
    { offerId, weekday: tuesday, startMinute: 10 * 60, endMinute: 16 * 60 },
    { offerId, weekday: thursday, startMinute: 14 * 60, endMinute: 19 * 60 },
  ]);
  const inThreeWeeks = DateTime.fromJSDate(now, { zone: timeZone }).plus({ weeks: 3 }).set({ weekday: 2 });
  await tx.insert(oneToOneExceptions).values({ offerId, day: inThreeWeeks.toISODate() ?? "" });
  await tx.insert(oneToOneQuestions).values([
    { offerId, number: 1, kind: "text", label: "When is your baby due?", isRequired: true, isPrivate: true },
    { offerId, number: 2, kind: "yes_no", label: "Is this your first birth?" },
  ]);
}
