import { randomUUID } from "node:crypto";
import { textOf, type Page } from "../../support/browser-without-javascript";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test } from "../../support/admin-over-http";

const messageOn = (page: Page, where = "main") => {
  const link = page.root.querySelector(`${where} svg + h1 ~ a`)!;
  return [page.status, textOf(page, `${where} svg + h1`), link.text, link.getAttribute("href")];
};
const id = randomUUID();

const pages: [string, string, string, string][] = [
  [`/admin/birth-recordings/${id}`, "Recording Not Found", "Back to birth recordings", "/admin/birth-recordings"],
  [`/admin/products/resource/${id}`, "Resource not found", "Back to resources", "/admin/products/resource"],
  [`/admin/categories/${id}/delete`, "Category not found", "Back to categories", "/admin/categories"],
  [`/admin/mails/${id}`, "Email not found", "Back to mail log", "/admin/mails"],
  [`/admin/orders/booking/${id}/status`, "Order not found", "Back to orders", "/admin/orders"],
  [`/admin/users/${id}`, "User not found", "Back to users", "/admin/users"],
  [`/admin/sessions/${id}`, "Session not found", "Back to sessions", "/admin/sessions"],
];

test("names a missing item and links back to its list", async ({ admin }) => {
  for (const [address, title, label, href] of pages) {
    expect(messageOn(await admin.open(address)), address).toEqual([404, title, label, href]);
  }
  const code = await admin.open(`/admin/discount-codes/${id}?search=dusk`);
  expect(messageOn(code, "dialog")).toEqual([
    404,
    "Discount code not found",
    "Back to discount codes",
    "/admin/discount-codes?search=dusk",
  ]);
});

test("links back to the session from a missing attendee or waitlist entry, or one of another session", async ({
  db,
  admin,
}) => {
  const [session, other] = [await aSession(db), await aSession(db)];
  const bookingId = await takePlace(db, other);
  const attendees = `/admin/sessions/${session.id}/attendees`;
  const back = ["Back to the attendees", attendees];
  expect(messageOn(await admin.open(`${attendees}/${id}/remove`))).toEqual([
    ...[404, "This attendee is no longer on the list."],
    ...back,
  ]);
  expect(messageOn(await admin.open(`${attendees}/${bookingId}/remove`))).toEqual([404, "Attendee not found", ...back]);
  const line = `/admin/sessions/${session.id}/waitlist`;
  expect(messageOn(await admin.open(`${line}/not-an-id/remove`))[1]).toBe("Not Found");
  for (const what of ["remove", "offer"]) {
    const gone = messageOn(await admin.open(`${line}/${id}/${what}`));
    expect([gone[0], ...gone.slice(2)]).toEqual([404, "Back to the waitlist", line]);
  }
});
