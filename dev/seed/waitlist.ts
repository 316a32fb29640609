import type { Transaction } from "@db/client";
import { sessionWaitlist } from "@db/schema";
import { guests } from "./people";
import type { SeededSessions } from "./sessions";

const hour = 3_600_000;

type Context = { sessions: SeededSessions; now: Date; timeZone: string };

/** Who waits for a place in the session that is sold out: none of them is among those who have one. */
export async function seedWaitlist(tx: Transaction, { sessions, now, timeZone }: Context): Promise<void> {
  const session = sessions.get("birth-together")!;
  await tx.insert(sessionWaitlist).values(
    guests.slice(2, 5).map(({ firstName, lastName, email }, index) => ({
      sessionId: session.id,
      firstName,
      lastName,
      email,
      timeZone,
      createdAt: new Date(now.getTime() - (30 - index * 9) * hour),
    })),
  );
}
