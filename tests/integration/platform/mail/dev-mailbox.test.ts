import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import type { Database } from "@db/client";
import { outboxEmails } from "@db/schema";
import { readSettings } from "@server/core/env";
import { mailboxRouter } from "@dev/mailbox/mailbox";
import { expect, test as databaseTest } from "../../../support/database";

const test = databaseTest.extend("origin", async ({ db }, { onCleanup }) => {
  const server = createServer(express().use("/dev", mailboxRouter({ db, settings: readSettings({}) })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onCleanup(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 9, minute));

/** Inserts a mail, sent unless told otherwise. */
async function aMail(db: Database, minute: number, values: Partial<typeof outboxEmails.$inferInsert> = {}) {
  const [row] = await db
    .insert(outboxEmails)
    .values({
      template: "booking-confirmation",
      props: {},
      recipient: "hannah@example.com",
      subject: `Mail ${minute}`,
      dedupeKey: `mail:${minute}`,
      html: `<p style="color:#14302b">Letter ${minute}</p>`,
      text: `Letter ${minute}`,
      createdAt: at(minute),
      sentAt: at(minute),
      ...values,
    })
    .returning();
  return row!;
}

const getJson = async (address: string) => (await (await fetch(address)).json()) as Record<string, unknown>[];
const getPage = async (address: string) => {
  const answer = await fetch(address);
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
};

test("lists sent mails as JSON, newest first, with six keys each", async ({ db, origin }) => {
  const first = await aMail(db, 1);
  await aMail(db, 3, { sentAt: null });
  const second = await aMail(db, 2);
  const mails = await getJson(`${origin}/dev/mailbox.json`);
  expect(mails.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(mails[1]).toEqual({
    id: first.id,
    to: "hannah@example.com",
    subject: "Mail 1",
    html: '<p style="color:#14302b">Letter 1</p>',
    text: "Letter 1",
    createdAt: "2026-11-24T09:01:00.000Z",
  });
});

test("narrows both lists to one address by `to`, in any letter case", async ({ db, origin }) => {
  await aMail(db, 1);
  await aMail(db, 2, { recipient: "Tomas+Post@example.com", subject: "To Tomas" });
  const to = encodeURIComponent("tomas+post@EXAMPLE.com");
  expect((await getJson(`${origin}/dev/mailbox.json?to=${to}`)).map(({ subject }) => subject)).toEqual(["To Tomas"]);
  const { html } = await getPage(`${origin}/dev/mailbox?to=${to}`);
  expect(html).toContain("To Tomas");
  expect(html).not.toContain("Mail 1");
  expect(await getJson(`${origin}/dev/mailbox.json?to=unknown@example.com`)).toEqual([]);
});

test("limits the JSON to 200 mails", async ({ db, origin }) => {
  for (let minute = 0; minute < 205; minute += 1) await aMail(db, minute);
  const mails = await getJson(`${origin}/dev/mailbox.json`);
  expect(mails).toHaveLength(200);
  expect(mails[0]!.subject).toBe("Mail 204");
});

test("lists the mails on the page, and opens each as HTML and plain text", async ({ db, origin }) => {
  const mail = await aMail(db, 5);
  const list = await getPage(`${origin}/dev/mailbox`);
  expect(list.status).toBe(200);
  expect(list.html).toContain(`<a href="/dev/mailbox/${mail.id}">Mail 5</a>`);
  expect(list.html).toContain("hannah@example.com");
  expect(list.html).toMatch(/datetime="2026-11-24T09:05:00.000Z"/i);

  const opened = await getPage(`${origin}/dev/mailbox/${mail.id}`);
  expect(opened.html).toContain(`<iframe src="/dev/mailbox/${mail.id}.html" title="The letter: Mail 5" sandbox=`);
  expect(opened.html).toMatch(/<pre[^>]*>Letter 5<\/pre>/);

  const letter = await getPage(`${origin}/dev/mailbox/${mail.id}.html`);
  expect(letter.html).toBe(mail.html);
});

test("lists attachments with the mail and serves them as sent", async ({ db, origin }) => {
  const content = "BEGIN:VCALENDAR\r\nSUMMARY:静か 🌬️\r\nEND:VCALENDAR\r\n";
  const contentType = "text/calendar; charset=utf-8; method=PUBLISH";
  const mail = await aMail(db, 5, { attachments: [{ filename: "session.ics", contentType, content }] });
  const address = `/dev/mailbox/${mail.id}/attachments/0`;
  expect((await getPage(`${origin}/dev/mailbox/${mail.id}`)).html).toContain(`<a href="${address}">session.ics</a>`);
  const saved = await getPage(`${origin}${address}`);
  expect(saved.html).toBe(content);
  expect(saved.headers.get("Content-Type")).toContain("text/calendar");
  expect(saved.headers.get("Content-Disposition")).toBe('attachment; filename="session.ics"');
  const other = await aMail(db, 6);
  for (const absent of [address.replace(/0$/, "1"), address.replace(/0$/, "-1"), address.replace(mail.id, other.id)]) {
    expect([absent, (await getPage(`${origin}${absent}`)).status]).toEqual([absent, 404]);
  }
});

test("shows an empty mailbox as empty", async ({ origin }) => {
  expect((await getPage(`${origin}/dev/mailbox`)).html).toContain("No mail yet.");
});

test("runs no script in page or mail, and allows styles only in the mail", async ({ db, origin }) => {
  const mail = await aMail(db, 1, { subject: `<script>alert("1")</script>`, text: "</pre><script>2</script>" });
  for (const path of ["", `/${mail.id}`]) {
    const { html, headers } = await getPage(`${origin}/dev/mailbox${path}`);
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'; style-src 'self'; img-src 'self'");
  }
  const { headers } = await getPage(`${origin}/dev/mailbox/${mail.id}.html`);
  const policy = headers.get("Content-Security-Policy")!;
  expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("sandbox allow-popups");
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
});

test("answers 404 for a mail that is unknown or not sent yet", async ({ db, origin }) => {
  const waiting = await aMail(db, 1, { sentAt: null });
  const absent = "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11";
  for (const id of [waiting.id, absent, "nonsense", "%27;--"]) {
    expect((await getPage(`${origin}/dev/mailbox/${id}`)).status).toBe(404);
    expect((await getPage(`${origin}/dev/mailbox/${id}.html`)).status).toBe(404);
  }
});

test("serves the style sheet", async ({ origin }) => {
  const answer = await fetch(`${origin}/dev/mailbox.css`);
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/css/);
  expect(await answer.text()).toContain("#9e4526");
});
