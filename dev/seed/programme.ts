import type { liveSessions } from "@db/schema";

type Row = typeof liveSessions.$inferInsert;
type SessionFields = Pick<
  Row,
  "title" | "category" | "durationMinutes" | "maxAttendees" | "whatToBring" | "description"
>;

/** What the instructor offers; the same session may be held on several days. */
export type Offer = SessionFields &
  Partial<Pick<Row, "location" | "address" | "city" | "postCode">> & {
    /** Pence; what was typed may be in euros. */
    priceMinor: number;
    enteredInEuroCents?: number;
  };

export const lines = (...items: string[]) => items.join("\n");
export const paragraphs = (...texts: string[]) => texts.join("\n\n");
