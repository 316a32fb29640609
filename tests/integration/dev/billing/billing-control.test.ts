import { advanceTo, expect, invoicesOf, startSubscription, test } from "./billing-world";

test("is controlled over HTTP: what is due, cards, invoices and lost events", async ({ world }) => {
  const { siteUrl } = world;
  const command = async (body: object) => {
    const response = await fetch(`${siteUrl}/dev/stripe/control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, JSON.stringify(body)).toBe(200);
    return ((await response.json()) as { result: unknown }).result;
  };
  const { customer, id } = await startSubscription(world);
  await command({ bill: {} });
  await command({ setCard: { customerId: customer, card: "declined" } });
  await command({ hold: {} });
  await advanceTo(world, "2030-02-15T10:00:00Z");
  expect(await command({ lose: {} })).toContainEqual(expect.objectContaining({ type: "invoice.payment_failed" }));
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "past_due" });
  const [, open] = await invoicesOf(world, id);
  expect(open).toMatchObject({ status: "open" });
  expect(await command({ payInvoice: { invoiceId: open!.id, card: "refused" } })).toMatchObject({ result: "declined" });
  expect(await command({ payInvoice: { invoiceId: open!.id, card: "accepted" } })).toMatchObject({ result: "paid" });
  expect(await command({ payInvoice: { invoiceId: open!.id } })).toMatchObject({ result: "closed" });
  expect(await world.client.subscriptions.retrieve(id)).toMatchObject({ status: "active" });
});
