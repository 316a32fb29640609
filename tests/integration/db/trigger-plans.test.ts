import { sql } from "drizzle-orm";
import { sessionAttendance } from "@db/schema";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test } from "../../support/test-app";

const sessions = 40;
const guests = 400;

/** Plans are made while both tables are nearly empty, and kept for the whole commit. */
test("many bookings in one transaction are added to people and attendance without scans of whole tables", async ({
  app,
}) => {
  const { db } = app;
  const session = await aSession(db, { maxAttendees: null });
  await takePlace(db, session);
  // As PostgreSQL does by itself after a while; a table that it has never analysed is taken for larger.
  await db.execute(sql`analyze people, session_attendance`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into live_sessions select (jsonb_populate_record(null::live_sessions,
      to_jsonb(live_sessions) || jsonb_build_object('id', gen_random_uuid()))).* from live_sessions,
      generate_series(1, ${sessions})`);
    await tx.execute(sql`insert into session_bookings select (jsonb_populate_record(null::session_bookings,
      to_jsonb(session_bookings) || jsonb_build_object('id', gen_random_uuid(), 'form_key', gen_random_uuid(),
      'attendee_email', n || '@example.com', 'user_id', null, 'session_id', (array(select id from live_sessions where id <> ${session.id}))[1 + n % ${sessions}]))).*
      from session_bookings, generate_series(1, ${guests}) as n`);
    await tx.execute(sql`set constraints all immediate`);
    const { rows } = await tx.execute(sql`select relname, seq_tup_read::int as read from pg_stat_xact_user_tables
      where relname in ('people', 'session_attendance') order by relname`);
    expect(rows).toEqual([
      { relname: "people", read: 0 },
      { relname: "session_attendance", read: 0 },
    ]);
  });
  expect(await db.$count(sessionAttendance)).toBe(sessions + 1);
});
