import { createHash } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { outboxEmails } from "@db/schema";
import { normalEmail } from "../core/email-address";

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/**
 * For a WHERE clause: the mails about one of these rows, as the key says that keeps a mail from being written twice.
 * Copies have it from their first mail, whoever they went to.
 */
export const isAbout = (ids: string[]): SQL =>
  sql`exists (select from regexp_matches(${outboxEmails.dedupeKey}, ${uuid}, 'g') as about (ids)
    where about.ids[1] = any(${sql.param(ids)}::text[]))`;

type Keyed = Pick<typeof outboxEmails.$inferSelect, "dedupeKey">;

/** The key of a mail's copy to another address, one for each; the address itself would outlive its account. */
export const forwardedKey = ({ dedupeKey }: Keyed, to: string): string =>
  `${dedupeKey}:to:${createHash("sha256").update(normalEmail(to)).digest("base64url")}`;

/** The key of a copy that the instructor asks for, one for each form. */
export const resentKey = ({ dedupeKey }: Keyed, formKey: string): string => `${dedupeKey}:again:${formKey}`;
