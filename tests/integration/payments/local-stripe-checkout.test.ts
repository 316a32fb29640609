import { type World, aCheckout, aLineItem, expect, test } from "./local-stripe-world";

const openCheckout = ({ client }: World, values = {}) => client.checkout.sessions.create(aCheckout(values));

function press(url: string, action: "pay" | "decline" | "cancel") {
  return fetch(url, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
}

const read = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

test("shows the items, the total, the customer and that it is a demo", async ({ world }) => {
  const session = await openCheckout(world, {
    line_items: [aLineItem({ amount: 1440, name: "Wind-Down <for> two & more" })],
  });
  const page = await read(session.url!);

  expect(page).toMatchObject({ status: 200, type: "text/html; charset=utf-8" });
  expect(page.text).toContain('<html lang="en-GB">');
  expect(page.text).toContain("<title>Pay £14.40 (demo)</title>");
  expect(page.text).toContain("No card is asked for and no money moves.");
  expect(page.text).toContain("Wind-Down &#60;for&#62; two &#38; more");
  expect(page.text).toContain("hannah@example.com");
  expect(page.text.match(/<button/g)).toHaveLength(3);
  for (const label of ["Pay", "Decline card", "Cancel"]) expect(page.text).toContain(`>${label}</button>`);
  expect(page.text).not.toMatch(/<script|style=|role="alert"/);
});

test.for([
  ["eur", 6000, "€60.00"],
  ["usd", 125_000, "$1,250.00"],
] as const)("shows amounts in %s", async ([currency, amount, text], { world }) => {
  const session = await openCheckout(world, { line_items: [aLineItem({ amount, currency })] });
  expect((await read(session.url!)).text).toContain(`<title>Pay ${text} (demo)</title>`);
});

test("Pay completes the session and redirects to the success address with the session's id", async ({ world }) => {
  const session = await openCheckout(world);
  const response = await press(session.url!, "pay");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(
    `http://localhost:4199/booking-confirmation?bookingId=booking-1&checkout=${session.id}`,
  );
  expect(await world.client.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: "paid" });
});

test("completes the session once when Pay is pressed twice, and redirects both to the same address", async ({
  world,
}) => {
  const session = await openCheckout(world);
  const responses = await Promise.all(Array.from({ length: 6 }, () => press(session.url!, "pay")));

  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(303));
  expect(new Set(responses.map(({ headers }) => headers.get("location"))).size).toBe(1);
  const { intents, charges, events } = await world.stripe.control.state();
  expect([intents.length, charges.length, events.length]).toEqual([1, 1, 3]);
});

test("Decline card shows the refusal, and the session can still be paid", async ({ world }) => {
  const session = await openCheckout(world);
  const declined = await press(session.url!, "decline");
  expect(declined.status).toBe(402);
  expect(await declined.text()).toMatch(/role="alert">\s*<strong>Your card was declined\.<\/strong>/);
  const [event] = await world.receiver.until((events) => events.length === 1);
  expect(event).toMatchObject({
    type: "payment_intent.payment_failed",
    data: { object: { last_payment_error: { message: "Your card was declined." } } },
  });
  expect(await world.client.checkout.sessions.retrieve(session.id)).toMatchObject({ status: "open" });
  expect((await press(session.url!, "pay")).status).toBe(303);
});

test("Cancel redirects back and leaves the session open", async ({ world }) => {
  const session = await openCheckout(world);
  const response = await press(session.url!, "cancel");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("http://localhost:4199/sessions/1/book?cancelled=booking-1");
  const { sessions, intents } = await world.stripe.control.state();
  expect(sessions[0]).toMatchObject({ status: "open", payment_intent: null });
  expect(intents).toEqual([]);
});

test("shows no Cancel button without a cancel address", async ({ world }) => {
  const session = await openCheckout(world, { cancel_url: undefined });
  expect((await read(session.url!)).text.match(/<button/g)).toHaveLength(2);
  expect((await press(session.url!, "cancel")).status).toBe(422);
});

test("shows a complete session as complete, with a link on", async ({ world }) => {
  const session = await openCheckout(world);
  await press(session.url!, "pay");
  const page = await read(session.url!);
  expect(page.text).toContain("<h1>This payment is complete</h1>");
  expect(page.text).toContain(`&#38;checkout=${session.id}">Back to the shop</a>`);
  expect(page.text).not.toContain("<form");
});

test("shows an expired session as expired, with a link back, and takes no money", async ({ world }) => {
  const session = await openCheckout(world);
  world.clock.moveBy(24 * 60 * 60);
  const page = await read(session.url!);
  expect(page.status).toBe(200);
  expect(page.text).toContain("<h1>This payment page has expired</h1>");
  expect(page.text).toContain('href="http://localhost:4199/sessions/1/book?cancelled=booking-1"');
  expect((await press(session.url!, "pay")).status).toBe(409);
  expect((await world.stripe.control.state()).charges).toEqual([]);
});

test("answers 404 for an unknown session", async ({ world }) => {
  const address = `${world.siteUrl}/dev/stripe/checkout/cs_test_none`;
  expect(await read(address)).toMatchObject({ status: 404 });
  expect((await press(address, "pay")).status).toBe(404);
});

test("serves the stylesheet", async ({ world }) => {
  const { status, type, text } = await read(`${world.siteUrl}/dev/stripe/checkout.css`);
  expect([status, type]).toEqual([200, "text/css; charset=utf-8"]);
  expect(text).toContain("min-height: 2.75rem");
});
