import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessionBookings } from "@db/schema";
import { officeOf } from "../../support/office";
import { anAccount, password, signedInBrowser } from "../../support/accounts";
import { type anAdmin, aNewSession, editSession } from "../../support/admin-sessions";
import { aFreeBooking } from "../../support/bookings";
import { csvOf, importerAs, inFile } from "../../support/imports";
import { aNewRecording, aRecordingForm } from "../../support/library";
import { aManualBooking } from "../../support/manual-bookings";
import { aMember } from "../../support/members";
import { aPaidBooking } from "../../support/money";
import { aMoveOf, moveTo, twoDates } from "../../support/moves";
import { aBookingFor } from "../../support/profile";
import { aRecording } from "../../support/recordings";
import { aResource } from "../../support/resources";
import { aBookingOf, aHold, aSession } from "../../support/sessions";
import { addTestimonial, aTestimonial, editTestimonial } from "../../support/testimonials";
import type { TestApp } from "../../support/test-app";
import { bookTickets } from "../../support/tickets";
import { ofCourses } from "./public-course-mutations";
import { ofStanding } from "./public-standing-mutations";
import { ofOneToOne } from "./public-one-to-one-mutations";
import { ofGiftCards } from "./public-gift-mutations";
import { ofPasses } from "./public-pass-mutations";
import { ofSite } from "./public-site-mutations";
import { leaveCheckout } from "../../support/leave-checkout";
import { acceptanceOf, aFullSession, cancelOneBooking, joinWaitlist, refOf } from "../../support/waitlist";

export type World = { app: TestApp; admin: Awaited<ReturnType<typeof anAdmin>> };
export type Scenario = (world: World) => Promise<{ path?: string; mutate: () => Promise<unknown> }>;

const pageOf = ({ id }: { id: string }) => `/sessions/${id}`;
const anotherDay = { startsAt: "2031-12-09T19:30" };

const aLimited = (app: TestApp, priceMinor = 0) => aSession(app.db, { priceMinor, maxAttendees: 5 });

/** A scenario with one session with few places. */
const withSession =
  (mutateIn: (world: World, session: Awaited<ReturnType<typeof aSession>>) => Promise<unknown>): Scenario =>
  async (world) => {
    const session = await aLimited(world.app);
    return { path: pageOf(session), mutate: () => mutateIn(world, session) };
  };

/** A scenario with a session and a booking of it. */
const withBooking =
  (mutateIn: (world: World, booking: { id: string; key: string; first: string }) => Promise<unknown>): Scenario =>
  async (world) => {
    const session = await aLimited(world.app);
    const { bookingId: id, key, ticketIds } = await bookTickets(world.app, session, { quantity: 2 });
    return { path: pageOf(session), mutate: () => mutateIn(world, { id, key, first: ticketIds[0] ?? "" }) };
  };

/** A scenario with a hold that Stripe knows to be paid, though no webhook has said so. */
const withPaidHold =
  (mutateIn: (world: World, bookingId: string) => Promise<unknown>): Scenario =>
  async (world) => {
    const session = await aSession(world.app.db, { maxAttendees: 1 });
    const { bookingId, checkoutId } = await aHold(world.app, session);
    await world.app.stripe.control.hold({});
    await world.app.stripe.control.payNow(checkoutId);
    return { path: pageOf(session), mutate: () => mutateIn(world, bookingId) };
  };

/** A scenario with an offer to the first in line. */
const withOffer =
  (mutateIn: (world: World, offer: Awaited<ReturnType<typeof anOffer>>) => Promise<unknown>): Scenario =>
  async (world) => {
    const offer = await anOffer(world.app);
    return { path: pageOf(offer.session), mutate: () => mutateIn(world, offer) };
  };

async function anOffer(app: TestApp) {
  const session = await aFullSession(app);
  const [entry] = await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  if (!entry) throw new Error("no one is on the waitlist");
  return { session, entry };
}

const withRecordings =
  (mutateIn: (world: World, ref: { id: string; collection: "birth" }) => Promise<unknown>): Scenario =>
  async (world) => {
    await aRecording(world.app.db, { title: "First", orderIndex: 0 });
    const { id } = await aRecording(world.app.db, { title: "Second", orderIndex: 1 });
    return { path: "/birth-recordings", mutate: () => mutateIn(world, { id, collection: "birth" }) };
  };

/** A scenario with a published testimonial. */
const withTestimonial =
  (mutateIn: (world: World, id: string) => Promise<unknown>): Scenario =>
  async (world) => {
    const session = await aLimited(world.app);
    const id = await addTestimonial(world.admin);
    return { path: pageOf(session), mutate: () => mutateIn(world, id) };
  };

/** What each mutation changes on public pages. */
export const showing: Record<string, Scenario> = {
  "sessions.create": ({ admin }) =>
    Promise.resolve({ mutate: () => admin.api.sessions.create(aNewSession(anotherDay)) }),
  "sessions.edit": withSession(({ admin }, { id }) => editSession(admin, id, { title: "Morning Rise" })),
  "sessions.delete": withSession(({ admin }, { id }) => admin.api.sessions.delete({ id })),
  "sessions.cancel": withSession(({ admin }, { id }) => admin.api.sessions.cancel({ id })),
  "sessions.attachRecording": async ({ app, admin }) => {
    const startTime = new Date(app.clock.now().getTime() - 3 * 3_600_000);
    const { id } = await aSession(app.db, { startTime });
    const { recordingVersion: version } = await admin.api.sessions.get({ id });
    const recording = { recordingUrl: "https://zoom.example/r/1", isRecordingPublic: true, tell: false };
    const mutate = () => admin.api.sessions.attachRecording({ id, version, ...recording });
    return { path: pageOf({ id }), mutate };
  },
  "categories.create": ({ admin }) =>
    Promise.resolve({ mutate: () => admin.api.categories.create({ name: "Rest", formKey: randomUUID() }) }),
  "categories.rename": async ({ app, admin }) => {
    const id = randomUUID();
    await admin.api.categories.create({ name: "Breath", formKey: id });
    const session = await aSession(app.db, { category: "Breath" });
    const { version } = await admin.api.categories.get({ id });
    return { path: pageOf(session), mutate: () => admin.api.categories.rename({ id, name: "Air", version }) };
  },
  "categories.delete": async ({ app, admin }) => {
    const id = randomUUID();
    await admin.api.categories.create({ name: "Water", formKey: id });
    const session = await aSession(app.db, { category: "Water" });
    return { path: pageOf(session), mutate: () => admin.api.categories.delete({ id }) };
  },
  "bookings.create": withSession(({ app }, session) => app.as().bookings.create(aBookingOf(session))),
  "bookings.cancel": withBooking(({ app }, { id, key }) => app.as().bookings.cancel({ bookingId: id, key })),
  "bookings.cancelTicket": withBooking(({ app }, { id, key, first }) =>
    app.as().bookings.cancelTicket({ bookingId: id, key, ticketId: first }),
  ),
  "bookings.move": async ({ app }) => {
    const { from, to } = await twoDates(app, { priceMinor: 0, maxAttendees: 5 });
    const { id, manageKey } = await aFreeBooking(app, from);
    return { path: pageOf(to), mutate: () => moveTo(app, { bookingId: id, key: manageKey }, { from, to }) };
  },
  "bookings.attendees.move": async ({ app, admin }) => {
    const { from, to } = await twoDates(app, { priceMinor: 0, maxAttendees: 5 });
    const { id: bookingId } = await aFreeBooking(app, from);
    const form = await aMoveOf(app, { bookingId }, from, to);
    return { path: pageOf(to), mutate: () => admin.api.bookings.attendees.move(form) };
  },
  "payments.leaveCheckout": async ({ app }) => {
    const session = await aSession(app.db, { maxAttendees: 1 });
    const { bookingId } = await aHold(app, session);
    return { path: pageOf(session), mutate: () => leaveCheckout(app, { kind: "booking", id: bookingId }) };
  },
  "bookings.attendees.add": withSession(({ app, admin }, session) => aManualBooking(app, admin, session)),
  "bookings.attendees.remove": withBooking(({ admin }, { id }) =>
    admin.api.bookings.attendees.remove({ bookingId: id }),
  ),
  "bookings.attendees.cancelTicket": withBooking(({ admin }, { id, first }) =>
    admin.api.bookings.attendees.cancelTicket({ bookingId: id, ticketId: first }),
  ),
  "bookings.attendees.sync": withPaidHold(({ admin }, bookingId) => admin.api.bookings.attendees.sync({ bookingId })),
  "orders.sync": withPaidHold(({ admin }, id) => admin.api.orders.sync({ kind: "booking", id })),
  "orders.syncPending": withPaidHold(({ admin }) => admin.api.orders.syncPending()),
  "orders.setStatus": withBooking(({ admin }, { id }) =>
    admin.api.orders.setStatus({ kind: "booking", id, from: "completed free", to: "cancelled" }),
  ),
  "payments.refund": async ({ app, admin }) => {
    const session = await aSession(app.db, { maxAttendees: 1 });
    const { paymentId } = await aPaidBooking(app, session);
    const refund = { paymentId, amountMinor: 1800, isPlaceCancelled: true, formKey: randomUUID() };
    return { path: pageOf(session), mutate: () => admin.api.payments.refund(refund) };
  },
  "waitlist.line.offer": async ({ app, admin }) => {
    const session = await aFullSession(app, 1);
    const [entry] = await joinWaitlist(app, session);
    await app.db.update(sessionBookings).set({ status: "cancelled" }).where(eq(sessionBookings.sessionId, session.id));
    return { path: pageOf(session), mutate: () => admin.api.waitlist.line.offer({ id: entry?.id ?? "" }) };
  },
  "waitlist.line.remove": withOffer(({ admin }, { entry }) => admin.api.waitlist.line.remove({ id: entry.id })),
  "waitlist.accept": withOffer(({ app }, { session, entry }) => app.as().waitlist.accept(acceptanceOf(session, entry))),
  "waitlist.decline": withOffer(({ app }, { entry }) => app.as().waitlist.decline(refOf(entry))),
  "waitlist.leave": withOffer(({ app }, { entry }) => app.as().waitlist.leave(refOf(entry))),
  "testimonials.admin.create": ({ admin }) =>
    Promise.resolve({ mutate: () => admin.api.testimonials.admin.create(aTestimonial()) }),
  "testimonials.admin.edit": withTestimonial(({ admin }, id) => editTestimonial(admin, id, { name: "Jon" })),
  "testimonials.admin.withdraw": withTestimonial(({ admin }, id) => admin.api.testimonials.admin.withdraw({ id })),
  "testimonials.admin.delete": withTestimonial(({ admin }, id) => admin.api.testimonials.admin.delete({ id })),
  "recordings.library.create": ({ admin }) =>
    Promise.resolve({ path: "/birth-recordings", mutate: () => admin.api.recordings.library.create(aNewRecording()) }),
  "recordings.library.edit": withRecordings(async ({ admin }, ref) => {
    const { version } = await admin.api.recordings.library.getForm(ref);
    await admin.api.recordings.library.edit({ ...aRecordingForm({ title: "Renamed" }), ...ref, version });
  }),
  "recordings.library.delete": withRecordings(({ admin }, ref) => admin.api.recordings.library.delete(ref)),
  "recordings.library.setFree": withRecordings(({ admin }, ref) =>
    admin.api.recordings.library.setFree({ ...ref, isFree: true }),
  ),
  "recordings.library.move": withRecordings(({ admin }, ref) => admin.api.recordings.library.move({ ...ref, to: 0 })),
  "products.office.edit collection": withRecordings(async ({ admin }) => {
    const { version } = await officeOf(admin.api, "collection").getForm({ collection: "birth" });
    const change = { title: "Calm Nights", description: "", plate: "birth", isOn: true, version } as const;
    await officeOf(admin.api, "collection").edit({ collection: "birth", ...change });
  }),
  "products.moveCollection": withRecordings(({ admin }) =>
    admin.api.products.moveCollection({ collection: "birth", to: 1 }),
  ),
  "recordings.library.setPrice": withRecordings(async ({ admin }) => {
    const { price } = await admin.api.recordings.library.list({ collection: "birth" });
    const change = { collection: "birth", priceMinor: 4550, currency: "GBP", version: price.version } as const;
    await admin.api.recordings.library.setPrice(change);
  }),
  "products.office.create resource": ({ admin }) => {
    const form = { title: "Plan", description: "Ten minutes.", price: 0, currency: "GBP" } as const;
    const mutate = () => officeOf(admin.api, "resource").create({ ...form, formKey: randomUUID() });
    return Promise.resolve({ path: "/resources", mutate });
  },
  "products.office.edit resource": async ({ app, admin }) => {
    const { id, fileId } = await aResource(app.services);
    const { version } = await officeOf(admin.api, "resource").getForm({ id });
    const form = { title: "Plan", description: "Ten minutes.", price: 1400, currency: "GBP" } as const;
    const mutate = () => officeOf(admin.api, "resource").edit({ ...form, id, version, removeFiles: [fileId] });
    return { path: `/resources/${id}`, mutate };
  },
  "products.office.delete resource": async ({ app, admin }) => {
    const { id } = await aResource(app.services);
    return { path: `/resources/${id}`, mutate: () => officeOf(admin.api, "resource").delete({ id }) };
  },
  ...ofSite,
  ...ofCourses,
  ...ofStanding,
  ...ofOneToOne,
  ...ofPasses,
  ...ofGiftCards,
  "imports.run": async ({ app, admin }) => {
    const session = await aSession(app.db, { maxAttendees: 5, startTime: new Date("2031-12-02T19:30Z") });
    const text = csvOf("Email,Start", `ana@example.com,${inFile(session.startTime)}`);
    const ref = await importerAs(admin).check(text);
    return { path: pageOf(session), mutate: () => admin.api.imports.run({ id: ref.id, digest: ref.digest }) };
  },
  "users.delete": async ({ app, admin }) => {
    const session = await aLimited(app);
    const { account } = await aMember(app);
    await aBookingFor(app, account, session);
    return { path: pageOf(session), mutate: () => admin.api.users.delete({ id: account.id, refund: "no" }) };
  },
  "profile.deleteAccount": async ({ app }) => {
    const session = await aLimited(app);
    const account = await anAccount(app.db);
    await aBookingFor(app, account, session);
    const { api } = await signedInBrowser(app, account);
    return { path: pageOf(session), mutate: () => api.profile.deleteAccount({ currentPassword: password }) };
  },
};
