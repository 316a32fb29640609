import { appRouter } from "@server/api/root";
import { anAdmin } from "../../support/admin-sessions";
import { type PublicSite, servePlainly, servePublicPages } from "../../support/public-pages";
import { aFullSession, cancelOneBooking, joinWaitlist } from "../../support/waitlist";
import { aHold, aSession } from "../../support/sessions";
import { expect, test as appTest } from "../../support/test-app";
import { showing } from "./public-mutations";

/** Mutations that change nothing that visitors see; `resumePayment` only if Stripe fails, like the jobs below. */
const hidden = [
  ...["signUp", "signIn", "enterSecondFactor", "requestPasswordReset", "requestSignInLink", "verifyEmail"],
  ...["confirmEmailChange", "enterByLink", "signOut", "impersonate", "endImpersonation", "setNewPassword"],
  ...["changePassword", "endDevices", "secondFactor.begin", "secondFactor.confirm", "secondFactor.renewCodes"],
  "secondFactor.turnOff",
].map((name) => `accounts.${name}`);
const others = [
  ...["profile.update", "profile.pickCurrency", "profile.setUnsubscribed", "schedule.share", "calendar.renewFeedKey"],
  ...["discounts.create", "discounts.edit", "discounts.delete", "bookings.attendees.checkIn"],
  ...["bookings.attendees.note", "bookings.attendees.correctAddress", "bookings.attendees.markPaid"],
  ...[
    "bookings.attendees.message",
    "bookings.resumePayment",
    "bookings.resendConfirmation",
    "bookings.attendees.resend",
    "bookings.requestLinks",
  ],
  ...[
    "payments.reconcile",
    "payments.syncPayouts",
    "payments.settleOutsideRefund",
    "waitlist.line.move",
    "waitlist.join",
  ],
  ...["prepareAgain", "cancelPreparing", "correctCaptions"].map((name) => `recordings.library.${name}`),
  ...["recordings.setOpeningMails", "recordings.savePosition", "purchases.create", "purchases.confirm"],
  ...["purchases.grant", "purchases.delete", "mail.resend", "mail.dismiss", "mail.setUnsubscribed", "jobs.retry"],
  ...["buy", "readBalance", "resend", "admin.resend", "admin.adjust", "admin.extend"].map(
    (name) => `giftCards.${name}`,
  ),
  ...["changeDetails", "saveOwnDetails", "admin.openArchive", "admin.saveSettings"].map((name) => `invoices.${name}`),
  ...["purchases.givePass", "passes.admin.extend", "passes.admin.correctCredits"],
  ...["oneToOne.book", "oneToOne.ask", "oneToOne.requests.book", "oneToOne.requests.withdraw"],
  "oneToOne.requests.confirm",
  "oneToOne.requests.decide",
  ...["addMember", "change"].map((name) => `memberships.admin.${name}`),
  ...["standing.giveUp", "standing.admin.giveUp"],
  ...["join", "cancel", "undoCancelling", "syncJoined", "openPortal", "admin.sync"].map(
    (name) => `memberships.${name}`,
  ),
  ...["addAddress", "removeAddress", "chooseInvitations", "test", "connect", "choose", "disconnect"].map(
    (name) => `calendars.${name}`,
  ),
  ...["mail.confirmConsent", "newsletter.send", "sessions.duplicate"],
  ...["withdrawals.confirm", "withdrawals.admin.decline", "withdrawals.admin.refund"],
  ...[
    "users.update",
    "users.setPassword",
    "pages.admin.restore",
    "system.sendTestMail",
    "users.sendReset",
    "people.saveNote",
    ...["accounts.setUp.claim", "backups.open", "backups.reconcile", "backups.request", "backups.resume"],
    ...[
      "backups.openExport",
      "imports.drop",
      "imports.keep",
      "people.forgetImported",
      "people.forgetAsked",
      "people.forgetRequest",
      "system.dismissFirstSteps",
    ],
  ],
];

type Procedure = { _def: { type: string } };

appTest("every mutation is known to show on public pages or not", () => {
  const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>)
    .filter(([, { _def }]) => _def.type === "mutation")
    .map(([name]) => name);
  // One for all kinds of product has a scenario for each.
  const shown = new Set(Object.keys(showing).map((name) => name.split(" ")[0]));
  expect([...shown, ...hidden, ...others].sort()).toEqual(mutations.sort());
});

type Sites = { first: PublicSite; second: PublicSite; plain: PublicSite };

const test = appTest.extend<{ sites: Sites }>({
  sites: async ({ app }, use) => {
    const { services } = app;
    const first = await servePublicPages(services);
    const second = await servePublicPages(services);
    const plain = await servePlainly(services);
    await use({ first, second, plain });
    await Promise.all([first, second, plain].map((site) => site.stop()));
  },
});

const lists = ["/", "/live-sessions", "/live-sessions?tab=past", "/resources", "/birth-recordings"];
const refreshed = `/api/trpc/schedule.listUpcoming?input=${encodeURIComponent("{}")}`;

/** Compressing hundreds of pages takes long; finished-pages.test.ts compares all encodings. */
const uncompressed = { "Accept-Encoding": "identity" };

const readAll = async (site: PublicSite, paths: string[]) =>
  Promise.all(
    paths.map(async (path) => {
      const answer = await site.get(path, uncompressed);
      return answer.status === 200 ? answer.text() : String(answer.status);
    }),
  );

/** Expects all sites to show the change at once. */
async function expectShown({ first, second, plain }: Sites, paths: string[], mutate: () => Promise<unknown>) {
  const before = await readAll(first, paths);
  await readAll(second, paths);
  await mutate();
  const shown = [await readAll(first, paths), await readAll(second, paths)];
  const after = await readAll(plain, paths);
  expect(after).not.toEqual(before);
  expect(shown).toEqual([after, after]);
}

for (const [name, prepare] of Object.entries(showing)) {
  test(`${name} shows in the next answer, here and in another process`, async ({ app, sites }) => {
    const { path, mutate } = await prepare({ app, admin: await anAdmin(app) });
    await expectShown(sites, [...lists, refreshed, ...(path ? [path] : [])], mutate);
  });
}

test("a hold that ends shows in the next answer", async ({ app, sites }) => {
  const session = await aSession(app.db, { maxAttendees: 1 });
  await aHold(app, session);
  await expectShown(sites, ["/", `/sessions/${session.id}`], async () => {
    app.clock.moveBy(60);
    await app.runJobs("release-unpaid");
  });
});

test("an offer that ends shows in the next answer", async ({ app, sites }) => {
  const session = await aFullSession(app);
  await joinWaitlist(app, session);
  await cancelOneBooking(app, session);
  await expectShown(sites, ["/", `/sessions/${session.id}`], async () => {
    app.clock.moveBy(36 * 60);
    await app.runJobs("end-offer");
  });
});
