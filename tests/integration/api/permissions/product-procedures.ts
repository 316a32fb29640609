import { invoicingFields } from "../../../support/invoices";

const someId = "0b0b0b0b-0000-4000-8000-000000000000";
const aNewPass = {
  ...{ title: "None", priceMinor: 1000, currency: "GBP", credits: 10, months: 6, starts: "purchase", cover: "all" },
  ...{ isIntroduction: false, isOn: false },
};

const aNewCourse = {
  ...{ title: "None", priceMinor: 1000, currency: "GBP", sessionIds: [someId, "0b0b0b0b-0000-4000-8000-000000000001"] },
  ...{ isSoldSingly: true, canMakeUp: false, isOn: false },
};

const aNewGiftCard = { title: "None", lowestMinor: 2500, highestMinor: 50_000, months: 36, isOn: false };

const aNewPlan = {
  title: "None",
  monthly: 1000,
  yearly: null,
  ...{ coversSessions: true, weeklyLimit: null, credits: null, carriedOver: null, discountPercent: null },
  ...{ trialDays: null, isOn: false },
};

const aGiver = { firstName: "Ada", lastName: "Guest", email: "ada@example.com" };

const aNewOffer = { title: "None", slug: "none", description: "None", durationMinutes: 60 };
const aSlot = { offer: "none", start: "2030-01-01T10:00:00Z" };
const aRequest = { id: someId, key: "none" };

const opened = { id: someId, version: "none" };
const aReason = { reason: "A mistake", formKey: someId };

/** The procedures of collections, passes and gift cards, the actors they admit and an input to call them with. */
export const productProcedures = {
  "products.collectionAt": { admits: "everybody", input: { path: "/birth-recordings" } },
  "products.officeCollectionAt": { admits: "admins", input: { path: "/birth-recordings" } },
  "products.listCollections": { admits: "admins" },
  "products.listCollectionPages": { admits: "admins" },
  "products.getCollectionForm": { admits: "admins", input: { collection: "birth" } },
  "products.createCollection": {
    admits: "admins",
    input: { title: "Calm Nights", plate: "other", slug: "calm-nights", formKey: someId },
  },
  "products.editCollection": {
    admits: "admins",
    input: { collection: "birth", title: "Calm Nights", plate: "other", isOn: true, ...opened },
  },
  "products.moveCollection": { admits: "admins", input: { collection: "birth", to: 0 } },
  "products.deleteCollection": { admits: "admins", input: { collection: "birth" } },
  "courses.list": { admits: "everybody" },
  "courses.get": { admits: "everybody", input: { id: someId } },
  "courses.getForm": { admits: "everybody", input: { id: someId } },
  "courses.book": {
    admits: "everybody",
    input: { id: someId, firstName: "A", lastName: "B", email: "a@example.com", quote: "GBP:1", formKey: someId },
  },
  "courses.getHeld": { admits: "everybody", input: { purchaseId: someId } },
  "courses.getFile": { admits: "everybody", input: { purchaseId: someId } },
  "courses.cancel": { admits: "everybody", input: { purchaseId: someId } },
  "courses.makeUp": { admits: "everybody", input: { purchaseId: someId, missed: someId, to: someId } },
  "courses.listMine": { admits: "members" },
  "courses.admin.list": { admits: "admins" },
  "courses.admin.getNew": { admits: "admins", input: {} },
  "courses.admin.getForm": { admits: "admins", input: { id: someId } },
  "courses.admin.listBuyers": { admits: "admins", input: { id: someId } },
  "courses.admin.create": { admits: "admins", input: { ...aNewCourse, formKey: someId } },
  "courses.admin.delete": { admits: "admins", input: { id: someId } },
  "courses.admin.edit": { admits: "admins", input: { ...aNewCourse, ...opened } },
  "oneToOne.list": { admits: "everybody" },
  "oneToOne.isAnySold": { admits: "everybody" },
  "oneToOne.listFreeTimes": { admits: "everybody" },
  "oneToOne.get": { admits: "everybody", input: { offer: "none" } },
  "oneToOne.getForm": { admits: "everybody", input: aSlot },
  "oneToOne.book": {
    admits: "everybody",
    input: { ...aSlot, ...aGiver, quote: "GBP:1", formKey: someId },
  },
  "oneToOne.ask": { admits: "everybody", input: { ...aSlot, ...aGiver, formKey: someId } },
  "oneToOne.requests.get": { admits: "everybody", input: aRequest },
  "oneToOne.requests.getForm": { admits: "everybody", input: aRequest },
  "oneToOne.requests.book": {
    admits: "everybody",
    input: { ...aRequest, ...aGiver, quote: "GBP:1", formKey: someId },
  },
  "oneToOne.requests.confirm": { admits: "everybody", input: aRequest },
  "oneToOne.requests.withdraw": { admits: "everybody", input: aRequest },
  "oneToOne.requests.list": { admits: "admins" },
  "oneToOne.requests.decide": { admits: "admins", input: { id: someId, decision: "approved" } },
  "oneToOne.admin.list": { admits: "admins" },
  "oneToOne.admin.getNew": { admits: "admins" },
  "oneToOne.admin.getForm": { admits: "admins", input: { id: someId } },
  "oneToOne.admin.create": { admits: "admins", input: { ...aNewOffer, formKey: someId } },
  "oneToOne.admin.edit": { admits: "admins", input: { ...aNewOffer, ...opened } },
  "memberships.isAnySold": { admits: "everybody" },
  "memberships.list": { admits: "everybody" },
  "memberships.getJoinOffer": { admits: "members", input: { plan: someId, interval: "month" } },
  "memberships.join": { admits: "members", input: { plan: someId, interval: "month", key: "x" } },
  "memberships.syncJoined": { admits: "members" },
  "memberships.openPortal": { admits: "members", input: { for: "card" } },
  "memberships.admin.sync": { admits: "admins", input: { id: someId } },
  "memberships.getMine": { admits: "members" },
  "memberships.cancel": { admits: "members", input: {} },
  "memberships.undoCancelling": { admits: "members" },
  "memberships.admin.list": { admits: "admins" },
  "memberships.admin.listGrantable": { admits: "admins" },
  "memberships.admin.getForm": { admits: "admins", input: { id: someId } },
  "memberships.admin.listPaidPrices": { admits: "admins", input: { id: someId } },
  "memberships.admin.create": { admits: "admins", input: { ...aNewPlan, formKey: someId } },
  "memberships.admin.edit": { admits: "admins", input: { ...aNewPlan, ...opened } },
  "memberships.admin.delete": { admits: "admins", input: { id: someId } },
  "memberships.admin.listMembers": { admits: "admins", input: {} },
  "memberships.admin.getMember": { admits: "admins", input: { id: someId } },
  "memberships.admin.addMember": {
    admits: "admins",
    input: {
      ...{ plan: someId, email: "no-one@example.com", interval: "month", from: "2026-01-01", until: "2026-02-01" },
      ...{ paidMinor: null, ...aReason },
    },
  },
  "memberships.admin.change": { admits: "admins", input: { kind: "give", months: 1, ...opened, ...aReason } },
  "standing.getMine": { admits: "members" },
  "standing.take": { admits: "members", input: { seriesId: someId } },
  "standing.giveUp": { admits: "members", input: { id: someId } },
  "standing.admin.get": { admits: "admins", input: { id: someId } },
  "standing.admin.take": { admits: "admins", input: { membershipId: someId, seriesId: someId } },
  "standing.admin.giveUp": { admits: "admins", input: { id: someId } },
  "passes.isAnySold": { admits: "everybody" },
  "passes.list": { admits: "everybody" },
  "passes.get": { admits: "everybody", input: { id: someId } },
  "passes.findOffer": { admits: "everybody", input: { sessionId: someId } },
  "passes.listMine": { admits: "members" },
  "passes.admin.list": { admits: "admins" },
  "passes.admin.getForm": { admits: "admins", input: { id: someId } },
  "passes.admin.create": { admits: "admins", input: { ...aNewPass, formKey: someId } },
  "passes.admin.edit": { admits: "admins", input: { ...aNewPass, ...opened } },
  "passes.admin.delete": { admits: "admins", input: { id: someId } },
  "invoices.get": { admits: "everybody", input: { id: someId, key: "none" } },
  "invoices.draw": { admits: "everybody", input: { id: someId, key: "none" } },
  "invoices.changeDetails": { admits: "everybody", input: { id: someId, key: "none", company: "A" } },
  "invoices.getOwnDetails": { admits: "members" },
  "invoices.saveOwnDetails": { admits: "members", input: { company: "A" } },
  "invoices.admin.list": { admits: "admins", input: {} },
  "invoices.admin.openArchive": { admits: "admins", input: {} },
  "invoices.admin.getSettings": { admits: "admins" },
  "invoices.admin.saveSettings": { admits: "admins", input: { ...invoicingFields, version: "none" } },
  "giftCards.isAnySold": { admits: "everybody" },
  "giftCards.list": { admits: "everybody" },
  "giftCards.getForm": { admits: "everybody", input: { id: someId } },
  "giftCards.buy": {
    admits: "everybody",
    input: { ...aGiver, id: someId, amount: 5000, currency: "GBP", to: "me", formKey: someId },
  },
  "giftCards.readBalance": { admits: "everybody", input: { giftCode: "0000-0000" } },
  "giftCards.listMine": { admits: "members" },
  "giftCards.getMine": { admits: "everybody", input: { id: someId } },
  "giftCards.drawMine": { admits: "everybody", input: { id: someId } },
  "giftCards.resend": {
    admits: "everybody",
    input: { id: someId, key: "none", recipientEmail: "ada@example.com", formKey: someId },
  },
  "giftCards.admin.list": { admits: "admins" },
  "giftCards.admin.getForm": { admits: "admins", input: { id: someId } },
  "giftCards.admin.create": { admits: "admins", input: { ...aNewGiftCard, formKey: someId } },
  "giftCards.admin.edit": { admits: "admins", input: { ...aNewGiftCard, ...opened } },
  "giftCards.admin.delete": { admits: "admins", input: { id: someId } },
  "giftCards.admin.listSold": { admits: "admins", input: { page: 1 } },
  "giftCards.admin.getSold": { admits: "admins", input: { id: someId } },
  "giftCards.admin.resend": {
    admits: "admins",
    input: { id: someId, recipientEmail: "ada@example.com", formKey: someId },
  },
  "giftCards.admin.extend": {
    admits: "admins",
    input: { id: someId, lastDay: "2031-01-01", reason: "None", version: "1", formKey: someId },
  },
  "giftCards.admin.adjust": {
    admits: "admins",
    input: { id: someId, amountMinor: 100, reason: "None", formKey: someId },
  },
  "passes.admin.extend": { admits: "admins", input: { ...opened, ...aReason, lastDay: "2030-01-01" } },
  "passes.admin.correctCredits": { admits: "admins", input: { ...opened, ...aReason, change: 1 } },
  "purchases.listGivable": { admits: "admins" },
  "purchases.givePass": { admits: "admins", input: { ...aReason, pass: someId, email: "a@example.com", paidMinor: 0 } },
  "orders.listHeldPasses": { admits: "admins", input: {} },
  "orders.getHeldPass": { admits: "admins", input: { id: someId } },
  "orders.passFigures": { admits: "admins" },
} as const;
