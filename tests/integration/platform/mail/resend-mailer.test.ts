import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createResendMailer } from "@server/platform/mail/resend-mailer";

type HeardRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown };

let heard: HeardRequest[] = [];
let answer: { status: number; body: string };

/** Stands in for the part of Resend's API that the mailer uses. */
const resend = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    heard.push({ method: request.method!, path: request.url!, headers: request.headers, body });
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(answer.body);
  });
});
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => resend.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(resend.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => resend.close(resolve)));
beforeEach(() => {
  heard = [];
  answer = { status: 200, body: JSON.stringify({ id: "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794" }) };
});

const from = "Breathroom <hello@breathroom.example>";
const mail = {
  id: "7b0c3a52-8d1e-4b0f-9c55-0a2f7e1c9d11",
  to: "hannah@example.com",
  subject: "Your place is booked: Evening Wind-Down",
  html: "<p>See you there</p>",
  text: "See you there",
};
const mailer = () => createResendMailer({ apiKey: "re_test_key", baseUrl, from });

test("sends a mail under the name it was written for, from the same address", async () => {
  await mailer().send({ ...mail, senderName: "Clara, Breathroom" });
  expect(heard[0]!.body).toMatchObject({ from: '"Clara, Breathroom" <hello@breathroom.example>' });
});

test("sends a mail to Resend unchanged, under its own id", async () => {
  expect(await mailer().send({ ...mail, replyTo: "admin@example.com" })).toEqual({
    providerId: "49a3999c-0ce1-4ea6-ab68-afcd6dc2e794",
  });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ method: "POST", path: "/emails" });
  expect(heard[0]!.headers).toMatchObject({ authorization: "Bearer re_test_key", "idempotency-key": mail.id });
  expect(heard[0]!.body).toEqual({
    from,
    to: mail.to,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    tags: [{ name: "mail_id", value: mail.id }],
    reply_to: "admin@example.com",
  });
});

test("sends no reply address when there is none", async () => {
  await mailer().send(mail);
  expect(heard[0]!.body).not.toHaveProperty("reply_to");
});

test("sends attachments in base64 with their types", async () => {
  const content = "SUMMARY:静か 🌬️\r\n";
  await mailer().send({ ...mail, attachments: [{ filename: "session.ics", contentType: "text/calendar", content }] });
  expect(heard[0]!.body).toMatchObject({
    attachments: [
      {
        filename: "session.ics",
        content_type: "text/calendar",
        content: Buffer.from(content, "utf8").toString("base64"),
      },
    ],
  });
});

test("accepts a slash at the end of the base address", async () => {
  await createResendMailer({ apiKey: "re_test_key", baseUrl: `${baseUrl}/`, from }).send(mail);
  expect(heard[0]!.path).toBe("/emails");
});

test.each([
  [429, { statusCode: 429, name: "rate_limit_exceeded", message: "Too many requests" }, "rate_limit_exceeded"],
  [422, { statusCode: 422, name: "validation_error", message: "Invalid `to` field" }, "Invalid `to` field"],
  [409, { statusCode: 409, name: "concurrent_idempotent_requests", message: "In progress" }, "In progress"],
])("throws an error with the reason for a refusal (%i)", async (status, body, reason) => {
  answer = { status, body: JSON.stringify(body) };
  await expect(mailer().send(mail)).rejects.toThrow(reason);
});

test("throws an error for an answer that is not Resend's", async () => {
  answer = { status: 502, body: "<h1>Bad gateway</h1>" };
  await expect(mailer().send(mail)).rejects.toThrow("Resend did not accept the mail");
});

test("sends the unsubscribe address as headers", async () => {
  const headers = { "List-Unsubscribe": "<https://breathroom.example/unsubscribe>" };
  await mailer().send({ ...mail, headers });
  expect(heard[0]!.body).toMatchObject({ headers });
});

test("throws an error when there is no answer", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const lost = createResendMailer({ apiKey: "re_test_key", baseUrl: `http://127.0.0.1:${port}`, from });
  await expect(lost.send(mail)).rejects.toThrow("Resend did not answer: ECONNREFUSED");
});
