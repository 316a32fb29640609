import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { aSession } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const test = siteTest.extend<{ session: Awaited<ReturnType<typeof aSession>> }>({
  session: async ({ db }, use) => use(await aSession(db)),
});

test("shares a session by e-mail without JavaScript", async ({ server, session, db }) => {
  const browser = new PlainBrowser(server.url);
  const page = await browser.open(`/sessions/${session.id}`);
  const link = page.root.querySelector("a[aria-label='Share by email']")!;
  const form = await browser.open(link.getAttribute("href")!);

  const empty = await browser.submit(form, { email: " " });
  expect(empty.status).toBe(422);
  expect(textOf(empty, "#share-email-note")).toBe("Please enter an email address");

  const wrong = await browser.submit(empty, { email: "friend at example" });
  expect(wrong.status).toBe(422);
  expect(wrong.root.querySelector("input[name=email]")!.getAttribute("value")).toBe("friend at example");
  expect(textOf(wrong, "#share-email-note")).toBe("Please enter a valid email address.");

  const shared = await browser.submit(wrong, { email: "friend@example.com" });
  expect(new URL(shared.url).pathname).toBe(`/sessions/${session.id}`);
  expect(shared.root.text).toContain("Session shared successfully!");
  const again = await browser.submit(wrong, { email: "friend@example.com" });
  expect(again.root.text).toContain("Session shared successfully!");
  const sent = await db.query.outboxEmails.findMany();
  expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
    ["session-shared", "friend@example.com"],
  ]);
});

test("refuses a form with an invalid key in the words of the specification, and keeps the address", async ({
  server,
  session,
}) => {
  const browser = new PlainBrowser(server.url);
  const form = await browser.open(`/sessions/${session.id}/share`);
  const failed = await browser.submit(form, { email: "friend@example.com", formKey: "none" });
  expect(failed.status).toBe(422);
  expect(textOf(failed, "[role=alert]")).toBe(
    "Failed to share session There was a problem sending the session details. Please try again.",
  );
  expect(failed.root.querySelector("input[name=email]")!.getAttribute("value")).toBe("friend@example.com");
});

test("answers 404 when sharing an unknown session", async ({ server }) => {
  const browser = new PlainBrowser(server.url);
  for (const id of ["0b0b0b0b-0000-4000-8000-000000000000", "none"]) {
    expect((await browser.open(`/sessions/${id}/share`)).status).toBe(404);
  }
});
