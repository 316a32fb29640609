import { bookingTickets, type liveSessions, priceRates } from "@db/schema";
import { asc, eq } from "drizzle-orm";
import { aNewSession, anAdmin, createSession } from "../../../support/admin-sessions";
import { aChosenBooking } from "../../../support/rates";
import { expect, test, type TestApp } from "../../../support/test-app";

const rates = {
  pricing: "rates" as const,
  rate1Name: "Supporter",
  rate1Price: "30",
  rate2Name: "Standard",
  rate2Price: "22",
  rate3Name: "Low income",
  rate3Price: "12",
  rate3Places: 2,
};
const early = { pricing: "early" as const, price: "22", earlyPrice: "15", earlyUntil: "2031-11-20", earlyPlaces: 3 };

async function ratesOf({ db }: TestApp, { id }: Pick<typeof liveSessions.$inferSelect, "id">) {
  const rows = await db.select().from(priceRates).where(eq(priceRates.sessionId, id)).orderBy(asc(priceRates.number));
  return rows.map(({ name, priceMinor, enteredPriceMinor, places, lastDay }) =>
    [name, priceMinor, enteredPriceMinor, places, lastDay].map((part) => part ?? "-").join(" "),
  );
}

test("keeps rates as typed and in pounds, and shows their range in the visitor's currency", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app, { ...rates, priceCurrency: "EUR" });
  expect(session).toMatchObject({ pricing: "rates", enteredPriceMinor: 1200, enteredHighestMinor: 3000 });
  expect(await ratesOf(app, session)).toEqual([
    "Supporter 2600 3000 - -",
    "Standard 1900 2200 - -",
    "Low income 1000 1200 2 -",
  ]);
  const seenIn = (currency: "GBP" | "EUR") => app.as({ visitor: { currency } }).schedule.get({ id: session.id });
  expect(await seenIn("EUR")).toMatchObject({
    price: "€12 to €30",
    prices: ["Supporter, €30", "Standard, €22", "Low income, €12: 2 places left"],
    offer: { price: "12.00", highest: "30.00", currency: "EUR" },
  });
  expect((await seenIn("GBP")).price).toBe("£10 to £26");
  const { sessions } = await app.as().schedule.listUpcoming({ page: 1 });
  expect(sessions.map(({ price }) => price)).toEqual(["£10 to £26"]);
});

test("keeps the tickets of a rate that gets another name, and gives the series and a copy the same rates", async ({
  app,
}) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app, rates);
  await app.as().bookings.create(await aChosenBooking(app.as(), session, { rate1: 3 }));
  const { version, values } = await admin.api.sessions.getForm({ id: session.id });
  expect(values).toMatchObject({ pricing: "rates", rate3Name: "Low income", rate3Price: "12", rate3Places: "2" });
  await admin.api.sessions.edit({ ...aNewSession(), ...rates, id: session.id, rate3Name: "Concession", version });
  const [kept] = await app.db.select().from(bookingTickets);
  expect(kept?.priceRateName).toBe("Low income");
  expect(kept?.priceRateId).not.toBeNull();
  expect((await app.as().schedule.get({ id: session.id })).prices[2]).toBe("Concession, £12: 1 place left");

  const copy = await admin.api.sessions.duplicate({ id: session.id, formKey: crypto.randomUUID() });
  expect(await ratesOf(app, copy)).toEqual(await ratesOf(app, session));
});

test("keeps the tickets of a rate that gets another place, though one before it is taken away", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app, rates);
  await app.as().bookings.create(await aChosenBooking(app.as(), session, { rate1: 3 }));
  const edit = async (values: object) => {
    const { version } = await admin.api.sessions.getForm({ id: session.id });
    await admin.api.sessions.edit({ ...aNewSession(), pricing: "rates", id: session.id, version, ...values });
    return (await app.as().schedule.get({ id: session.id })).prices;
  };
  const standard = { rate1Name: "Standard", rate1Price: "22" };
  const lowIncome = { rate2Name: "Low income", rate2Price: "12", rate2Places: 2 };
  expect(await edit({ ...standard, ...lowIncome })).toEqual(["Standard, £22", "Low income, £12: 1 place left"]);
  const swapped = {
    rate1Name: "Low Income",
    rate1Price: "12",
    rate1Places: 2,
    rate2Name: "Standard",
    rate2Price: "22",
  };
  expect(await edit(swapped)).toEqual(["Low Income, £12: 1 place left", "Standard, £22"]);
});

test("copies the places of an early price, and its last day only if it is still to come", async ({ app }) => {
  const admin = await anAdmin(app);
  const session = await createSession(admin, app, early);
  expect((await app.as().schedule.get({ id: session.id })).price).toBe("£15");
  const copyOf = async () =>
    ratesOf(app, await admin.api.sessions.duplicate({ id: session.id, formKey: crypto.randomUUID() }));
  expect(await copyOf()).toEqual(["Early price 1500 1500 3 2031-11-20"]);
  await app.db.update(priceRates).set({ lastDay: "2020-01-01" });
  expect(await copyOf()).toEqual(["Early price 1500 1500 3 -"]);
  expect((await app.as().schedule.get({ id: session.id })).price).toBe("£22");
});

test.for([
  ["rate2Price", { ...rates, rate2Price: undefined }, "Enter a price for this rate"],
  ["rate2Name", { ...rates, rate2Name: undefined }, "Enter a name for this rate"],
  ["rate2Name", { ...rates, rate2Name: "supporter" }, "Another rate has this name"],
  ["earlyPrice", { ...early, earlyPrice: "22" }, "The early price has to be lower than the price after it"],
  ["earlyUntil", { ...early, earlyUntil: "2020-01-01" }, "This day is over"],
  ["highestAmount", { pricing: "between", lowestAmount: "5", highestAmount: "5", suggestedAmount: "5" }, "more than"],
] as const)("refuses a wrong %s beside its field", async ([, values, message], { app }) => {
  const admin = await anAdmin(app);
  await expect(admin.api.sessions.create({ ...aNewSession(), ...values })).rejects.toThrow(message);
});
