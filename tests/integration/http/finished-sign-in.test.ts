import { siteSettings } from "@db/schema";
import { anAccount, password } from "../../support/accounts";
import { expect, test } from "../../support/site-over-http";

/** An unknown cookie, with which the page is rendered for this visitor. */
const rendered = { Cookie: "visits=1" };

async function read(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: "manual" });
  return { headers: answer.headers, status: answer.status, body: await answer.text() };
}

const withoutNonces = (body: string) => body.replaceAll(/ nonce="[^"]*"/g, "");
const keyIn = (body: string) => / name="formKey" value="([^"]*)"/.exec(body)?.[1];

test.for(["/sign-in", "/sign-in?returnTo=%2Fdashboard%2Fsettings", "/sign-in.data"])(
  "%s is a finished page, equal to one that is rendered for a visitor",
  async (path, { server }) => {
    const url = server.url + path;
    const [first, second, own] = [await read(url), await read(url), await read(url, rendered)];
    expect([first.status, own.status]).toEqual([200, 200]);
    expect(first.body).toBe(withoutNonces(own.body));
    expect(second.body).toBe(first.body);
    expect([second.headers.get("ETag"), own.headers.get("ETag")]).toEqual([first.headers.get("ETag"), null]);
    expect(second.headers.get("ETag")).not.toBeNull();
    expect(second.headers.get("Cache-Control")).toBe("no-store");
  },
);

test("the forms with a key are rendered for each visitor", async ({ server }) => {
  for (const path of ["/sign-in?tab=sign-up", "/sign-in?tab=reset-password", "/sign-in/link"]) {
    const [first, second] = [await read(server.url + path), await read(server.url + path)];
    const keys = [first, second].map(({ body }) => keyIn(body));
    expect(keys.every((key) => key?.length === 36)).toBe(true);
    expect(new Set(keys).size).toBe(2);
    expect(second.headers.get("ETag")).toBeNull();
  }
});

test("shows the site's new name at once", async ({ server, db }) => {
  await read(`${server.url}/sign-in`);
  await db.insert(siteSettings).values({ key: "name", value: "Calm Rooms" });
  expect((await read(`${server.url}/sign-in`)).body).toContain("Sign in to Calm Rooms");
});

test("a member is led on, and their own page is never kept", async ({ server, db }) => {
  const { email } = await anAccount(db);
  const url = `${server.url}/sign-in`;
  const signedIn = await fetch(url, {
    method: "POST",
    headers: { Origin: server.url },
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  const Cookie = signedIn.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  const led = await read(url, { Cookie });
  expect([led.status, led.headers.get("Location")]).toEqual([302, "/dashboard"]);
  expect((await read(url)).body).not.toContain("Sign Out");
});
