import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** How the messages of an outside service arrive; one row for each service. */
export const webhookStates = pgTable("webhook_states", {
  /** "stripe" or "resend" */
  source: text().primaryKey(),
  lastEventAt: instant(),
  badSignatures: integer().notNull().default(0),
  lastBadSignatureAt: instant(),
  /** Those that came after the last good event. */
  badSinceEvent: integer().notNull().default(0),
});
