import { pages } from "../../integration/api/permissions/pages-table";
import { procedures } from "../../integration/api/permissions/procedures-table";
import type { HouseIds } from "./full-house";
import { readProcedures, readRoutes } from "./site-map";

/** A read that needs no account. */
export type StrangerRead = { target: string; path: string; isQuery: boolean };

const none = "0b0b0b0b-0000-4000-8000-000000000000";

/** Returns each public address once, from the routes of the built site. */
export function publicAddresses(ids: HouseIds): StrangerRead[] {
  const patterns = [...new Set(readRoutes().map(({ pattern }) => pattern))];
  const named = addressesWithParameters(ids);
  return patterns
    .filter((pattern) => pages[pattern] === "everybody")
    .map((pattern) => {
      const path = pattern.includes(":") ? named[pattern] : pattern.replace("*", "nowhere");
      if (!path) throw new Error(`${pattern}: say in tests/support/fuzz/stranger-requests.ts what it is asked for`);
      return { target: pattern, path, isQuery: false };
    });
}

function addressesWithParameters(ids: HouseIds): Record<string, string> {
  const { session, course, pass, booking, key } = ids;
  const start = `start=${encodeURIComponent(soon())}`;
  return {
    "/session/:id": `/session/${session}`,
    "/sessions/:id": `/sessions/${session}`,
    "/sessions/:id/book": `/sessions/${session}/book`,
    "/sessions/:id/share": `/sessions/${session}/share`,
    "/sessions/:id/waitlist": `/sessions/${session}/waitlist`,
    "/sessions/:id/calendar.ics": `/sessions/${session}/calendar.ics`,
    "/embed/sessions/:id": `/embed/sessions/${session}`,
    "/courses/:id": `/courses/${course}`,
    "/courses/:id/book": `/courses/${course}/book`,
    "/courses/:id/waitlist": `/courses/${course}/waitlist`,
    "/passes/:id": `/passes/${pass}`,
    "/passes/:id/gift": `/passes/${pass}/gift`,
    "/gift-cards/:id": `/gift-cards/${ids.giftCard}`,
    "/resources/:id": `/resources/${ids.resource}`,
    "/one-to-one/:slug": `/one-to-one/${ids.offer}`,
    "/one-to-one/:slug/book": `/one-to-one/${ids.offer}/book?${start}`,
    "/birth-recordings/:id": `/birth-recordings/${ids.birth}`,
    "/stress-recordings/:id": `/stress-recordings/${ids.stress}`,
    "/collections/:slug": "/collections/birth",
    "/collections/:slug/:id": `/collections/birth/${ids.birth}`,
    "/pages/:slug": "/pages/about",
    "/bookings/:id": `/bookings/${booking}?key=${key}`,
    "/bookings/:id/cancel": `/bookings/${booking}/cancel?key=${key}`,
    "/bookings/:id/move": `/bookings/${booking}/move?key=${key}`,
    "/bookings/:id/calendar.ics": `/bookings/${booking}/calendar.ics?key=${key}`,
    "/join/:id": `/join/${booking}?key=${key}`,
    ...withoutItsKey,
  };
}

/** Pages for the holder of a key, whose number of queries does not depend on what is on sale. */
const withoutItsKey = Object.fromEntries(
  [
    ...["/announcements/:id", "/unsubscribe/:id", "/waitlist/:id", "/waitlist/:id/accept", "/calendar/:file"],
    ...["/my-course/:id", "/my-course/:id/cancel", "/my-course/:id/calendar.ics", "/my-pass/:id"],
    ...["/my-pass/:id/receipt", "/my-request/:id", "/my-request/:id/book", "/invoices/:id", "/invoices/:id/details"],
    ...["/invoices/:id/file.pdf", "/my-gift-card/:id", "/my-gift-card/:id/card.pdf", "/payment-left/:kind/:id"],
  ].map((pattern) => [pattern, pattern.replace(":kind", "booking").replace(/:(?:id|file)/, none)]),
);

/** Returns each query that a stranger may call once, from the router. */
export const publicQueries = (ids: HouseIds): StrangerRead[] =>
  readProcedures()
    .filter(({ path, type }) => type === "query" && procedures[path]?.admits === "everybody")
    .map(({ path }) => {
      const input = { ...procedures[path]?.input, ...inputOf(path, ids) };
      const query = Object.keys(input).length > 0 ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
      return { target: path, path: `/api/trpc/${path}${query}`, isQuery: true };
    });

function inputOf(path: string, ids: HouseIds): object {
  const given = procedures[path]?.input ?? {};
  const [domain = "", ...rest] = path.split(".");
  const idOf: Record<string, string> = {
    schedule: ids.session,
    calendar: rest[0] === "sessionFile" ? ids.session : none,
    courses: ids.course,
    passes: ids.pass,
    giftCards: rest[0] === "getPassForm" ? ids.pass : ids.giftCard,
    recordings: ids.birth,
    resources: ids.resource,
  };
  const known: Record<string, string | undefined> = {
    id: idOf[domain],
    sessionId: ids.session,
    offer: ids.offer,
    start: soon(),
    ...(domain === "bookings" && { bookingId: ids.booking, key: ids.key }),
  };
  return Object.fromEntries(Object.keys(given).flatMap((name) => (known[name] ? [[name, known[name]]] : [])));
}

const hour = 3_600_000;
const soon = (): string => new Date(Math.ceil(Date.now() / hour + 30) * hour).toISOString();
