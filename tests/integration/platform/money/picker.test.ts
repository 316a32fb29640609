import * as currencyRoute from "~/routes/currency";
import { serve } from "../../../support/http-app";
import { expect, test } from "../../../support/test-app";

type CurrencyChoice = { currency: string; returnTo?: string };

async function pick(site: string, typed: CurrencyChoice) {
  const body = new URLSearchParams(typed);
  const answer = await fetch(`${site}/currency`, { method: "POST", body, redirect: "manual" });
  const [cookie] = answer.headers.getSetCookie();
  return { status: answer.status, to: answer.headers.get("Location"), cookie };
}

test("stores the chosen currency for a year and redirects to the page of this site that asked", async ({ app }) => {
  const site = await serve(app.services, { currency: currencyRoute });
  const picked = await pick(site.url, { currency: "USD", returnTo: "/sessions/1?a=b" });
  expect(picked).toMatchObject({ status: 303, to: "/sessions/1?a=b" });
  expect(picked.cookie).toMatch(/^currency=USD; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  for (const returnTo of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""]) {
    expect(await pick(site.url, { currency: "EUR", returnTo }), returnTo).toMatchObject({ status: 303, to: "/" });
  }
  expect(await pick(site.url, { currency: "CHF" })).toMatchObject({ status: 422, cookie: undefined });
  await site.stop();
});
