import { TRPCError } from "@trpc/server";
import { users } from "@db/schema";
import { createSession } from "@server/accounts/lucia";
import { appRouter } from "@server/trpc/root";
import { expect, test, type TestApp } from "../../support/test-app";

const someId = "0b0b0b0b-0000-4000-8000-000000000000";
const code = { code: "000000" };
const passwords = { newPassword: "secret-2", confirmPassword: "secret-2", currentPassword: "secret-1" };
const entry = { id: someId, key: "none" };
const opened = { id: someId, version: "none" };
const userChange = { ...opened, fullName: "A", email: "a@example.com", subscriptionStatus: "free" };
const aNewCode = { code: "NONE", percentage: 10, timeZone: "UTC" };
const aNewResource = { title: "None", description: "None", priceMinor: 0, currency: "USD" };
const link = { purpose: "sign_in", token: "none" };

type Admits = "everybody" | "half signed in" | "impersonators" | "members" | "admins";

/** Everything the server can be asked to do, whom it lets in, and something to ask it with. */
const procedures: Record<string, { admits: Admits; input?: object }> = {
  "schedule.listUpcoming": { admits: "everybody", input: {} },
  "schedule.listCards": { admits: "everybody", input: {} },
  "schedule.listPast": { admits: "everybody", input: {} },
  "schedule.share": { admits: "everybody", input: {} },
  "schedule.get": { admits: "everybody", input: { id: someId } },
  "schedule.listForMember": { admits: "members", input: {} },
  "home.get": { admits: "members" },
  "keptForms.get": { admits: "members", input: { id: someId, address: "/dashboard/settings" } },
  "home.getOffice": { admits: "admins" },
  "bookings.listMine": { admits: "members", input: {} },
  "bookings.listMySessions": { admits: "members", input: { when: "past" } },
  "bookings.getReceipt": { admits: "members", input: { bookingId: someId } },
  "schedule.admin.list": { admits: "admins", input: {} },
  "schedule.admin.get": { admits: "admins", input: { id: someId } },
  "schedule.admin.getNewForm": { admits: "admins" },
  "schedule.admin.getForm": { admits: "admins", input: { id: someId } },
  "schedule.admin.create": { admits: "admins", input: {} },
  "schedule.admin.edit": { admits: "admins", input: { id: someId } },
  "schedule.admin.duplicate": { admits: "admins", input: { id: someId, formKey: someId } },
  "schedule.admin.getEnding": { admits: "admins", input: { id: someId } },
  "schedule.admin.delete": { admits: "admins", input: { id: someId } },
  "schedule.admin.cancel": { admits: "admins", input: { id: someId } },
  "schedule.admin.attachRecording": { admits: "admins", input: opened },
  "bookings.attendees.list": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.listArrivals": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.getForm": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.add": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.getRemoval": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.remove": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.checkIn": { admits: "admins", input: { bookingId: someId, isHere: true } },
  "bookings.attendees.note": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.markPaid": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.sync": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.getMessageForm": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.message": { admits: "admins", input: { sessionId: someId } },
  "bookings.attendees.getAddressForm": { admits: "admins", input: { bookingId: someId } },
  "bookings.attendees.correctAddress": { admits: "admins", input: { bookingId: someId, email: "a@example.com" } },
  "bookings.getForm": { admits: "everybody", input: { sessionId: someId } },
  "bookings.getMine": { admits: "everybody", input: { sessionId: someId } },
  "bookings.getPending": { admits: "everybody", input: { sessionId: someId } },
  "bookings.resumePayment": { admits: "everybody", input: { sessionId: someId } },
  "bookings.create": { admits: "everybody", input: {} },
  "bookings.getConfirmation": { admits: "everybody", input: { bookingId: someId } },
  "bookings.getManaged": { admits: "everybody", input: { bookingId: someId, key: "none" } },
  "bookings.cancel": { admits: "everybody", input: { bookingId: someId, key: "none" } },
  "bookings.releaseCheckout": { admits: "everybody", input: { bookingId: someId } },
  "calendar.scheduleFeed": { admits: "everybody" },
  "calendar.sessionFile": { admits: "everybody", input: { id: someId } },
  "calendar.bookingFile": { admits: "everybody", input: { id: someId } },
  "calendar.memberFeed": { admits: "everybody", input: { key: "none" } },
  "calendar.feedAddress": { admits: "members" },
  "calendar.renewFeedKey": { admits: "members" },
  "orders.list": { admits: "admins", input: {} },
  "orders.export": { admits: "admins", input: {} },
  "orders.get": { admits: "admins", input: { kind: "booking", id: someId } },
  "orders.setStatus": {
    admits: "admins",
    input: { kind: "booking", id: someId, from: "pending pending", to: "paid" },
  },
  "orders.sync": { admits: "admins", input: { kind: "booking", id: someId } },
  "orders.syncPending": { admits: "admins" },
  "orders.listBookings": { admits: "admins", input: {} },
  "payments.refund": { admits: "admins", input: { paymentId: someId, amountMinor: 1, formKey: someId } },
  "payments.settleOutsideRefund": { admits: "admins", input: { refundId: someId } },
  "payments.listLedger": { admits: "admins", input: {} },
  "payments.reconcile": { admits: "admins", input: { paymentId: someId } },
  "waitlist.line.list": { admits: "admins", input: { sessionId: someId } },
  "waitlist.line.get": { admits: "admins", input: { id: someId } },
  "waitlist.line.remove": { admits: "admins", input: { id: someId } },
  "waitlist.line.previewOffer": { admits: "admins", input: { id: someId } },
  "waitlist.line.offer": { admits: "admins", input: { id: someId } },
  "waitlist.line.move": { admits: "admins", input: { id: someId, direction: "up" } },
  "waitlist.getForm": { admits: "everybody", input: { sessionId: someId } },
  "waitlist.join": { admits: "everybody", input: {} },
  "waitlist.get": { admits: "everybody", input: entry },
  "waitlist.accept": { admits: "everybody", input: entry },
  "waitlist.decline": { admits: "everybody", input: entry },
  "waitlist.leave": { admits: "everybody", input: entry },
  "recordings.getCollection": { admits: "everybody", input: { collection: "birth" } },
  "recordings.get": { admits: "everybody", input: { collection: "birth", id: someId } },
  "recordings.listMine": { admits: "members" },
  "recordings.getPosition": { admits: "members", input: { recordingId: someId } },
  "recordings.savePosition": { admits: "members", input: { recordingId: someId, positionSeconds: 1, ageMs: 0 } },
  "purchases.getForm": { admits: "members", input: { collection: "birth" } },
  "purchases.listMine": { admits: "members" },
  "purchases.getReceipt": { admits: "members", input: { purchaseId: someId } },
  "purchases.create": { admits: "members", input: { collection: "birth", quote: "GBP:1", formKey: someId } },
  "purchases.confirm": { admits: "everybody", input: { purchaseId: someId } },
  "purchases.getReturn": { admits: "everybody", input: { purchaseId: someId } },
  "purchases.list": { admits: "admins", input: { collection: "birth" } },
  "purchases.grant": {
    admits: "admins",
    input: { collection: "birth", email: "nobody@example.com", formKey: someId },
  },
  "purchases.delete": { admits: "admins", input: { purchaseId: someId, isRefunded: true } },
  "purchases.leaveCheckout": { admits: "everybody", input: { purchaseId: someId } },
  "recordings.library.list": { admits: "admins", input: { collection: "birth" } },
  "recordings.library.getForm": { admits: "admins", input: { collection: "birth", id: someId } },
  "recordings.library.files": { admits: "admins", input: { ids: [] } },
  "recordings.library.create": {
    admits: "admins",
    input: { collection: "birth", title: "None", source: "address", videoUrl: "https://a.example/b", formKey: someId },
  },
  "recordings.library.edit": {
    admits: "admins",
    input: { collection: "birth", title: "None", source: "address", videoUrl: "https://a.example/b", ...opened },
  },
  "recordings.library.delete": { admits: "admins", input: { collection: "birth", id: someId } },
  "recordings.library.setFree": { admits: "admins", input: { collection: "birth", id: someId, isFree: true } },
  "recordings.library.move": { admits: "admins", input: { collection: "birth", id: someId, to: 0 } },
  "recordings.library.setPrice": {
    admits: "admins",
    input: { collection: "birth", priceMinor: 6000, currency: "EUR", version: "none" },
  },
  "categories.list": { admits: "admins" },
  "categories.get": { admits: "admins", input: { id: someId } },
  "categories.create": { admits: "admins", input: { name: "None", formKey: someId } },
  "categories.rename": { admits: "admins", input: { name: "None", ...opened } },
  "categories.delete": { admits: "admins", input: { id: someId } },
  "discounts.list": { admits: "admins", input: {} },
  "discounts.getForm": { admits: "admins", input: { id: someId } },
  "discounts.create": { admits: "admins", input: { ...aNewCode, formKey: someId } },
  "discounts.edit": { admits: "admins", input: { ...aNewCode, ...opened } },
  "discounts.delete": { admits: "admins", input: { id: someId } },
  "resources.admin.list": { admits: "admins", input: {} },
  "resources.admin.getForm": { admits: "admins", input: { id: someId } },
  "resources.admin.create": { admits: "admins", input: { ...aNewResource, formKey: someId } },
  "resources.admin.edit": { admits: "admins", input: { ...aNewResource, ...opened } },
  "resources.admin.delete": { admits: "admins", input: { id: someId } },
  "resources.list": { admits: "everybody", input: { search: "" } },
  "resources.get": { admits: "everybody", input: { id: someId } },
  "accounts.signUp": { admits: "everybody", input: {} },
  "accounts.signIn": { admits: "everybody", input: { email: "nobody@example.com", password: "secret-1" } },
  "accounts.enterSecondFactor": { admits: "half signed in", input: code },
  "accounts.requestPasswordReset": { admits: "everybody", input: { email: "nobody@example.com" } },
  "accounts.requestSignInLink": { admits: "everybody", input: { email: "nobody@example.com" } },
  "accounts.peekToken": { admits: "everybody", input: link },
  "accounts.verifyEmail": { admits: "everybody", input: { token: "none" } },
  "accounts.enterByLink": { admits: "everybody", input: link },
  "accounts.confirmEmailChange": { admits: "everybody", input: { token: "none" } },
  "accounts.signOut": { admits: "everybody" },
  "accounts.impersonate": { admits: "admins", input: { userId: someId, reason: "She wrote" } },
  "accounts.endImpersonation": { admits: "impersonators" },
  "accounts.me": { admits: "members" },
  "accounts.setNewPassword": { admits: "members", input: passwords },
  "accounts.changePassword": { admits: "members", input: passwords },
  "accounts.listDevices": { admits: "members" },
  "accounts.endDevices": { admits: "members", input: { device: someId } },
  "profile.get": { admits: "members" },
  "profile.update": { admits: "members", input: { fullName: "A Name" } },
  "profile.pickCurrency": { admits: "members", input: { currency: "EUR" } },
  "profile.setUnsubscribed": { admits: "members", input: { isUnsubscribed: false } },
  "profile.listOpenings": { admits: "members" },
  "profile.exportData": { admits: "members" },
  "profile.getDeletion": { admits: "members" },
  "profile.deleteAccount": { admits: "members", input: { currentPassword: "none" } },
  "accounts.secondFactor.status": { admits: "members" },
  "accounts.secondFactor.begin": { admits: "members", input: {} },
  "accounts.secondFactor.confirm": { admits: "members", input: code },
  "accounts.secondFactor.renewCodes": { admits: "members", input: code },
  "accounts.secondFactor.turnOff": { admits: "members", input: code },
  "audit.list": { admits: "admins", input: {} },
  "insights.get": { admits: "admins", input: {} },
  "mail.dismiss": { admits: "admins", input: { id: someId } },
  "mail.getSubscription": { admits: "everybody", input: entry },
  "mail.setUnsubscribed": { admits: "everybody", input: { ...entry, isUnsubscribed: true } },
  "mail.list": { admits: "admins", input: {} },
  "mail.get": { admits: "admins", input: { id: someId } },
  "mail.resend": { admits: "admins", input: { id: someId, formKey: someId } },
  "jobs.list": { admits: "admins", input: {} },
  "jobs.retry": { admits: "admins", input: { id: "1" } },
  "site.settings": { admits: "admins" },
  "site.changeSettings": { admits: "admins", input: { section: "health", version: "none", values: { text: "" } } },
  "site.resetSettings": { admits: "admins", input: { section: "health", version: "none" } },
  "users.list": { admits: "admins", input: {} },
  "users.get": { admits: "admins", input: { id: someId } },
  "users.update": { admits: "admins", input: userChange },
  "users.setPassword": { admits: "admins", input: { id: someId, password: "secret-2" } },
  "users.getDeletion": { admits: "admins", input: { id: someId } },
  "users.delete": { admits: "admins", input: { id: someId, refund: "yes" } },
  "users.sendReset": { admits: "admins", input: { id: someId } },
};

const actors = ["visitor", "second factor missing", "member", "other member", "admin"] as const;
type Actor = (typeof actors)[number];

/** What the door says; null when it let the call through, whatever came of it. */
async function refusal(call: Promise<unknown>): Promise<string | null> {
  const doors = ["Please sign in.", "You do not have admin privileges"];
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof TRPCError && doors.includes(error.message) ? error.message : null;
}

function expected(admits: Admits, actor: Actor): string | null {
  if (admits === "impersonators") return "Please sign in.";
  if (admits === "half signed in") return actor === "second factor missing" ? null : "Please sign in.";
  if (admits === "everybody" || actor === "admin") return null;
  if (actor === "visitor" || actor === "second factor missing") return "Please sign in.";
  return admits === "members" ? null : "You do not have admin privileges";
}

async function callerFor(app: TestApp, actor: Actor) {
  const browser = app.browser();
  if (actor === "visitor") return browser.api;
  const role = actor === "admin" ? ("admin" as const) : ("member" as const);
  const person = { email: `${actor.replaceAll(" ", "-")}@example.com`, fullName: actor, role };
  const [user] = await app.db
    .insert(users)
    .values({ ...person, emailConfirmedAt: new Date() })
    .returning();
  const { db, services } = app;
  const isComplete = actor !== "second factor missing";
  const session = { userId: user!.id, isComplete, recoveredAt: null, userAgent: null };
  const { cookie } = await createSession(db, services, session);
  browser.sessionKey = /=([^;]+)/.exec(cookie)![1]!;
  return browser.api;
}

test("every procedure is in the table, and the table names no other", () => {
  expect(Object.keys(procedures).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
});

test.for(Object.entries(procedures))("%s lets in whom the table says", async ([path, { admits, input }], { app }) => {
  for (const actor of actors) {
    const api = await callerFor(app, actor);
    const procedure = path.split(".").reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], api);
    const answer = await refusal((procedure as (input?: object) => Promise<unknown>)(input));
    expect([actor, answer]).toEqual([actor, expected(admits, actor)]);
  }
});
