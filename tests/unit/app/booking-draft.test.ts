import type { AppLoadContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { setSignedCookie } from "@server/core/cookies";
import { newKeyList, parseKeys } from "@server/core/encryption";
import { readSettings } from "@server/core/env";
import { keepBookingDraft, readBookingDraft } from "~/server/cookies.server";

const keys = newKeyList();
const draft = {
  userId: null,
  sessionId: "session-1",
  firstName: "Hannah",
  lastName: "Okafor",
  email: "hannah@example.com",
  healthNote: "I have asthma",
};

function siteWith(encryptionKeys = keys, userId: string | null = null) {
  const settings = {
    ...readSettings({ COOKIE_SECRET: "c".repeat(32) }),
    encryptionKeys: parseKeys(encryptionKeys),
  };
  const context = { services: { settings }, auth: { user: userId && { id: userId } } } as unknown as AppLoadContext;
  return {
    settings,
    keep: (kept: typeof draft | (Omit<typeof draft, "userId"> & { userId: string })) =>
      keepBookingDraft(context, kept).split(";")[0]!,
    read: (cookie: string, sessionId = "session-1") =>
      readBookingDraft(
        { request: new Request("http://localhost/", { headers: { Cookie: cookie } }), context },
        sessionId,
      ),
  };
}

test("keeps what was typed for the same visitor and session only", () => {
  const site = siteWith();
  const cookie = site.keep(draft);
  expect(site.read(cookie)).toEqual(draft);
  expect(site.read(cookie, "session-2")).toBeNull();
  expect(siteWith(keys, "member-1").read(cookie)).toBeNull();
  const ofMember = siteWith(keys, "member-1").keep({ ...draft, userId: "member-1" });
  expect(siteWith(keys, "member-1").read(ofMember)).toMatchObject({ userId: "member-1" });
  expect(siteWith(keys, "member-2").read(ofMember)).toBeNull();
  expect(site.read(ofMember)).toBeNull();
});

test("sends nothing of it in readable form, and reads it with the key alone", () => {
  const cookie = siteWith().keep(draft);
  const value = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1));
  const readable = value + Buffer.from(value, "base64").toString() + Buffer.from(value, "base64url").toString();
  for (const typed of ["asthma", "Hannah", "hannah@"]) expect(readable).not.toContain(typed);
  expect(siteWith(newKeyList()).read(cookie)).toBeNull();
  const changed = cookie.replace(
    /(.{80})(.)/,
    (_, before: string, mark: string) => before + (mark === "A" ? "B" : "A"),
  );
  expect(siteWith().read(changed)).toBeNull();
});

test("reads a draft that the previous version has only signed", () => {
  const site = siteWith();
  const signed = setSignedCookie(site.settings, "booking_draft", draft, 60).split(";")[0]!;
  expect(site.read(signed)).toEqual(draft);
  expect(site.read(signed.slice(0, -3))).toBeNull();
});

test("leaves out the longest texts of what a browser would not keep, and says so", () => {
  const site = siteWith();
  const long = { ...draft, answer1: "й".repeat(900), answer2: "short", answer3: "ж".repeat(800) };
  const cookie = site.keep(long);
  expect(cookie.length).toBeLessThan(4096);
  const { answer1: _, ...others } = long;
  expect(site.read(cookie)).toEqual({ ...others, isShortened: true });
  const { firstName, lastName, email } = draft;
  expect(site.read(site.keep({ ...draft, discountCode: "x".repeat(4000) } as typeof draft))).toMatchObject({
    firstName,
    lastName,
    email,
    isShortened: true,
  });
});
