import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { PlainBrowser, type Page } from "../../../support/browser-without-javascript";
import type { FaultySite } from "./faulty-site";

/** Promises made to visitors, which must stay true. */
export type Promises = {
  /** Addresses whose confirmation page said that they are booked. */
  booked: Set<string>;
  /** Checkout sessions paid at Stripe. */
  paid: Set<string>;
  /** Bookings that the site reported as cancelled. */
  cancelled: Set<string>;
};

/** The status is 0 when the connection was cut. */
export type Answer = { status: number; address: string; retryAfter: string | null; text: string };

type Crowd = {
  promises: Promises;
  answers: Answer[];
  /** Resolves after so many more answers. */
  see(count: number): Promise<void>;
  leave(): Promise<void>;
};

/** Records every answer; comes from its own network. */
class Visitor extends PlainBrowser {
  constructor(
    site: string,
    readonly network: string,
    readonly tell: (answer: Answer) => void,
  ) {
    super(site);
  }

  override get headers() {
    return { ...super.headers, Accept: "text/html", "X-Forwarded-For": this.network };
  }

  /** Stripe's payment page is not the site's. */
  protected override follows({ pathname }: URL): boolean {
    return !pathname.startsWith("/dev/stripe/");
  }

  protected override onAnswer(response: Response, page: Page): void {
    const retryAfter = response.headers.get("Retry-After");
    this.tell({ status: page.status, address: page.url, retryAfter, text: page.html });
  }
}

/**
 * Lets visitors look around, book, pay and cancel, one thing after the other, until they are told to leave.
 */
export function bringVisitors(site: FaultySite, count: number): Crowd {
  const promises: Promises = { booked: new Set(), paid: new Set(), cancelled: new Set() };
  const answers: Answer[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  let visits = firstNumber();
  const tell = (answer: Answer) => {
    answers.push(answer);
    for (const look of waiting) look();
  };
  const stay = async () => {
    while (!isOver) {
      visits += 1;
      const network = `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`;
      const visitor = new Visitor(site.server.url, network, tell);
      await visit(site, visitor, { nth: visits, promises }).catch((error: Error) =>
        tell({ status: 0, address: site.server.url, retryAfter: null, text: error.message }),
      );
    }
  };
  const stays = Array.from({ length: count }, stay);
  return {
    promises,
    answers,
    see(more) {
      const goal = answers.length + more;
      return new Promise((resolve) => {
        const look = () => {
          if (answers.length < goal) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      });
    },
    async leave() {
      isOver = true;
      await Promise.all(stays);
    },
  };
}

let crowds = 0;
/** Keeps the numbers of different crowds of a test file apart. */
const firstNumber = () => 10_000 * crowds++;

type Visit = { nth: number; promises: Promises };

async function visit(site: FaultySite, visitor: Visitor, { nth, promises }: Visit): Promise<void> {
  await visitor.open("/");
  const isPaid = nth % 2 === 0;
  const form = await visitor.open(`/sessions/${isPaid ? site.sessions.paid : site.sessions.free}/book`);
  if (form.status !== 200) return;
  const email = `visitor-${nth}@example.com`;
  const next = await visitor.submit(form, { firstName: "Hannah", lastName: "Okafor", email });
  const { pathname } = new URL(next.url);
  if (pathname === "/booking-confirmation" && next.status === 200) promises.booked.add(email);
  const [, checkoutId] = /^\/dev\/stripe\/checkout\/(\w+)/.exec(pathname) ?? [];
  if (!checkoutId) return;
  const { result } = await site.stripe.control.payNow(checkoutId);
  if (result === "paid") promises.paid.add(checkoutId);
  if (nth % 8 === 0) await cancel(site, visitor, { email, promises });
}

async function cancel(site: FaultySite, visitor: Visitor, { email, promises }: { email: string; promises: Promises }) {
  const ofVisitor = eq(sessionBookings.attendeeEmail, email);
  // Fails while PostgreSQL is away, because the test reads the mailed address from the database.
  const booking = await site.db.query.sessionBookings.findFirst({ where: ofVisitor }).catch(() => null);
  if (booking?.status !== "completed") return;
  const asked = await visitor.open(`/bookings/${booking.id}/cancel?key=${booking.manageKey}`);
  if (asked.status !== 200) return;
  const done = await visitor.submit(asked);
  if (done.status === 200 && new URL(done.url).pathname === `/bookings/${booking.id}`) {
    promises.cancelled.add(booking.id);
  }
}
