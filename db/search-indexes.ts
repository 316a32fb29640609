import type { Client } from "pg";

/** The texts that the admin's searches look in; queries repeat these expressions, within plain_text(). */
const searched = [
  {
    index: "session_bookings_plain_idx",
    table: "session_bookings",
    text: "attendee_first_name || ' ' || attendee_last_name || ' ' || attendee_email",
  },
  { index: "live_sessions_plain_idx", table: "live_sessions", text: "title" },
  {
    index: "live_sessions_plain_text_idx",
    table: "live_sessions",
    text: "title || ' ' || coalesce(city, '') || ' ' || description",
  },
  { index: "users_plain_idx", table: "users", text: "full_name || ' ' || email" },
  { index: "outbox_emails_plain_idx", table: "outbox_emails", text: "recipient || ' ' || subject" },
  { index: "recording_captions_plain_idx", table: "recording_captions", text: "spoken" },
  {
    index: "purchases_plain_idx",
    table: "purchases",
    text: "customer_name || ' ' || customer_email",
  },
];

/**
 * Adds the indexes that are missing, once the extension pg_trgm is there or may be created. Without them, searches read
 * every row. Indexes that exist are left alone, since naming them would wait for writes.
 */
export async function addSearchIndexes(client: Client): Promise<void> {
  const additions = searched.map(
    ({ index, table, text }) => `
      if to_regclass('${index}') is null then
        create index ${index} on ${table} using gin (plain_text(${text}) gin_trgm_ops);
      end if;`,
  );
  await client.query(`
    do $$
    begin
      if not exists (select from pg_extension where extname = 'pg_trgm') then
        create extension pg_trgm;
      end if;
      ${additions.join("")}
    exception when insufficient_privilege or undefined_file or undefined_object or feature_not_supported then
      raise notice 'pg_trgm is not available: %', sqlerrm;
    end
    $$`);
}
