import { fieldsOf, type Page } from "../../support/browser-without-javascript";
import { expect, test } from "../../support/admin-over-http";
import { anAccount } from "../../support/accounts";
import { aSession, takePlace } from "../../support/sessions";

const isInvalid = (page: Page, name: string) =>
  page.root.querySelectorAll(`main [name="${name}"]`).some((field) => field.getAttribute("aria-invalid") === "true");

/** Returns the required fields of a form that an empty submission does not mark. */
async function unmarkedIn(
  open: () => Promise<Page>,
  submit: (page: Page, empty: Record<string, string>) => Promise<Page>,
) {
  const page = await open();
  const form = page.root.querySelectorAll("main form").find((one) => one.querySelector("[required]"));
  if (!form) return ["no form with required fields"];
  const names = form.querySelectorAll("[required]").map((field) => field.getAttribute("name")!);
  const isText = (name: string) => name in fieldsOf(form);
  const empty = Object.fromEntries(names.filter(isText).map((name) => [name, ""]));
  const refused = await submit(page, empty);
  return Object.keys(empty).filter((name) => !isInvalid(refused, name));
}

test("marks every missing field of an empty form at once, without JavaScript", async ({ db, admin }) => {
  const session = await aSession(db);
  await takePlace(db, session);
  const member = await anAccount(db);
  const path = `/admin/sessions/${session.id}`;
  const office = [
    "/admin/sessions/new",
    `${path}/edit`,
    `${path}/message`,
    `${path}/add-attendee`,
    "/admin/resources/new",
    "/admin/birth-recordings/new",
    "/admin/stress-recordings/new",
    "/admin/discount-codes/new",
    "/admin/purchases/grant",
    "/admin/categories",
    `/admin/users/${member.id}?edit`,
    `/admin/users/${member.id}/password`,
    `/admin/users/${member.id}/login`,
    `/sessions/${session.id}/share`,
    "/dashboard/settings",
    "/dashboard/settings/password",
  ];
  const unmarked: Record<string, string[]> = {};
  for (const address of office) {
    const names = await unmarkedIn(
      () => admin.open(address),
      (page, empty) => admin.submit(page, empty, "main form:has([required])"),
    );
    if (names.length > 0) unmarked[address] = names;
  }
  expect(unmarked).toEqual({});
});
