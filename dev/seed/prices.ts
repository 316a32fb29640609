import type { Transaction } from "@db/client";
import { liveSessions, priceRates } from "@db/schema";
import { eq } from "drizzle-orm";
import { seedId } from "./seed-id";
import { type SeededSessions, sessionNamed } from "./timetable";

const rates = [
  { name: "Supporter", priceMinor: 1500, places: null },
  { name: "Standard", priceMinor: 1000, places: null },
  { name: "Low income", priceMinor: 600, places: 4 },
];

const early = { priceMinor: 500, places: 6 };

/** Gives one session rates to choose from, and another a lower price for the first places. No one has booked them yet. */
export async function seedPrices(tx: Transaction, sessions: SeededSessions): Promise<void> {
  const { id: kitchen } = sessionNamed(sessions, "kitchen");
  const { id: morning } = sessionNamed(sessions, "morning-ground");
  const range = { priceMinor: 600, enteredPriceMinor: 600, highestPriceMinor: 1500, enteredHighestMinor: 1500 };
  await tx
    .update(liveSessions)
    .set({ pricing: "rates", ...range })
    .where(eq(liveSessions.id, kitchen));
  await tx.update(liveSessions).set({ pricing: "early" }).where(eq(liveSessions.id, morning));
  await tx.insert(priceRates).values([
    ...rates.map(({ name, priceMinor, places }, index) => ({
      id: seedId(`rate ${name}`),
      sessionId: kitchen,
      kind: "named" as const,
      number: index + 1,
      name,
      priceMinor,
      enteredPriceMinor: priceMinor,
      places,
    })),
    {
      id: seedId("early price"),
      sessionId: morning,
      kind: "early",
      number: 1,
      name: "Early price",
      enteredPriceMinor: early.priceMinor,
      ...early,
    },
  ]);
}
