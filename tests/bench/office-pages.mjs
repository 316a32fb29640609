const waiting = `session_waitlist w join live_sessions s on s.id = w.session_id
  where w.status = 'waiting' and s.start_time > now() + interval '1 day' and s.cancelled_at is null order by w.id`;

/** A booking of several tickets. */
const several = `session_bookings b where status = 'completed'
  and (select count(*) from booking_tickets t where t.booking_id = b.id) > 1 order by b.id limit 1`;

const busiestSession = "select session_id as id from session_bookings group by 1 order by count(*) desc, 1 limit 1";

/** What the names in braces below stand for, with the large seed; a page whose thing is missing there is left out. */
export const examples = {
  session: busiestSession,
  booking: `select id from session_bookings where session_id = (${busiestSession}) and status = 'completed' limit 1`,
  several: `select b.id from ${several}`,
  severalSession: `select b.session_id as id from ${several}`,
  ticket: `select id from booking_tickets where booking_id = (select b.id from ${several}) limit 1`,
  waiting: `select w.id from ${waiting} limit 1`,
  waitingSession: `select s.id from ${waiting} limit 1`,
  user: "select id from users where role = 'member' order by created_at limit 1",
  purchase: "select id from purchases order by created_at desc limit 1",
  recording:
    "select recordings.id from recordings join products on products.id = product_id where slug = 'birth' limit 1",
  captioned: `select recordings.id from recordings join products on products.id = product_id
    join recording_captions on recording_id = recordings.id where slug = 'birth' and language = 'en' limit 1`,
  resource: "select id from products where kind = 'resource' limit 1",
  course: "select id from products where kind = 'course' limit 1",
  offer: "select id from one_to_one_offers limit 1",
  pass: "select id from products where kind = 'pass' limit 1",
  plan: "select id from products where kind = 'membership' limit 1",
  membership: "select id from memberships order by created_at limit 1",
  giftCard: "select id from products where kind = 'gift_card' limit 1",
  soldCard: "select id from gift_cards where issued_at is not null limit 1",
  held: "select id from passes where credits is not null and purchase_id is not null and ended_at is null order by created_at limit 1",
  category: "select id from session_categories limit 1",
  code: "select id from discount_codes limit 1",
  mail: "select id from outbox_emails order by created_at desc limit 1",
  page: "select slug as id from site_pages limit 1",
  testimonial: "select id from testimonials limit 1",
  calendar: "select id from calendar_sources where account_id is null limit 1",
  withdrawal: "select id from withdrawal_requests limit 1",
  payout: "select id from payouts order by created_at desc limit 1",
  backup: "select id from backup_runs where task = 'backup' and error is null limit 1",
  import: "select id from pending_imports limit 1",
};

const office = "/admin";
const last = "page=99999";
const below = (path, ...rest) => rest.map((end) => `${office}/${path}${end}`);

/** Every page of the back office, the lists also with their last pages, searches and orders. */
export const officePages = [
  ...[office, ...below("search", "", "?q=hartley", "?q=39e84de2"), ...below("system", "")],
  ...below("insights", "", "?period=24-months"),
  ...below("payments", ""),
  ...below("payouts", "", "?page=2", "/{payout}"),
  ...below("invoices", "", "/settings"),
  ...below("orders", "", `?${last}`, "?search=hartley", "?search=39e84de2", "?tab=sessions", "?tab=recordings"),
  ...below("orders", "?status=refunded&from=2025-01-01&until=2026-12-31"),
  ...below("orders", "?sort=customer", `?sort=-customer&${last}`),
  ...below("orders/booking/{booking}", "", "/status?to=cancelled", "/refund", "/returned", "/move"),
  ...below("orders/purchase/{purchase}", ""),
  ...below("bookings", "", `?${last}`, "?search=hartley", "?sort=start", `?sort=-start&${last}`),
  ...below("users", "", `?${last}`, "?search=hartley", "?sort=name"),
  ...below("users/{user}", "", "?edit", "/delete", "/login", "/password", "/reset"),
  ...below("people", "", `?${last}`, "?search=hartley", "/{person}"),
  ...below("newsletter", "", `?${last}`, "?search=hartley", "/new"),
  ...below("sessions", "", "?past=99999", "?search=midday", "/new"),
  ...below(
    "sessions/{session}",
    "",
    "/attendees",
    `/attendees?${last}`,
    "/waitlist",
    "/check-in",
    "/check-in?search=a",
  ),
  ...below("sessions/{session}", "/edit", "/delete", "/delete?cancel", "/recording", "/message", "/add-attendee"),
  ...below("sessions/{session}/attendees/{booking}", "/address", "/paid", "/remove"),
  ...below("sessions/{severalSession}/attendees/{several}", "/cancel-ticket/{ticket}"),
  ...below("sessions/{waitingSession}/waitlist/{waiting}", "/offer", "/remove"),
  ...below("birth-recordings", "", "/new", "/{recording}", "/{recording}/delete", "/{captioned}/captions/en"),
  ...below("stress-recordings", ""),
  ...below("products/course", "", "/new", "/{course}", "/{course}/delete"),
  ...below("courses", "/{course}/waitlist", "/{course}/message"),
  ...below("one-to-one", "", "/new", "/{offer}"),
  ...below("products/membership", "", "/new", "/{plan}", "/{plan}/delete"),
  ...below(
    "memberships/members",
    "",
    "?state=active",
    "/new",
    "/{membership}",
    "/{membership}/change",
    "/{membership}/standing",
  ),
  ...below("products/pass", "", "/new", "/{pass}", "/{pass}/delete"),
  ...below("passes", "/give"),
  ...below("passes/holders", "", "?state=valid", "?search=a", "/{held}", "/{held}/extend", "/{held}/credits"),
  ...below("products/gift-card", "", "/new", "/{giftCard}", "/{giftCard}/delete"),
  ...below("gift-cards", "/sold/{soldCard}"),
  ...below("products/collection", "", "/new", "/birth", "/birth/delete"),
  ...below("products/resource", "", "?search=breath", "/new", "/{resource}", "/{resource}/delete"),
  ...below("categories", "", "/{category}", "/{category}/delete"),
  ...below("discount-codes", "", `?${last}`, "?search=a", "/new", "/{code}", "/{code}/delete"),
  ...below("birth-purchases", "", `?${last}`, "?sort=customer"),
  ...below("stress-purchases", "", "?search=hartley"),
  ...below("purchases", "/grant", "/{purchase}/delete"),
  ...below("withdrawals", "", `?${last}`, "/{withdrawal}"),
  ...below("audit", "", `?${last}`),
  ...below("mails", "", `?${last}`, "?search=large-77", "/{mail}"),
  ...below("jobs", ""),
  ...below("pages", "", "/new", "/{page}", "/{page}/delete", "/{page}/versions/1"),
  ...below("testimonials", "", "/new", "/{testimonial}", "/{testimonial}/delete"),

  ...below("settings", ""),
  ...below("profile", ""),
  ...below("look", ""),
  ...below("embeds", ""),
  ...below("calendar", "", "/address", "/account", "/choose", "/disconnect", "/{calendar}/remove"),
  ...below("export", ""),
  ...below("import", "", "/{import}"),
  ...below("files", ""),
  ...below("backups", "", "/{backup}"),
];

/** Returns the ids of a site's things by the names that stand for them above. */
export async function findThings({ db }, openPage) {
  const [, person] = /\/admin\/people\/([^"?/]+)"/.exec(await openPage("/admin/people")) ?? [];
  const ids = { person };
  for (const [name, query] of Object.entries(examples)) ids[name] = (await db.query(query)).rows[0]?.id;
  return ids;
}
