import { readdirSync, readFileSync } from "node:fs";
import { expect, it, test } from "vitest";
import { failureToast, type LostRequest, noteFailure } from "~/lib/connection/lost-request";

const lost = (values: Partial<LostRequest>): LostRequest => ({
  what: "form",
  action: "/somewhere",
  reason: "unknown",
  ...values,
});

const busy = "The site is busy at the moment. Please try again in a few seconds.";

test.each([
  ["a form without its own message", {}, "That did not work. Please try again.", undefined],
  ["one that was never sent", { reason: "offline" }, "You appear to be offline. Nothing was sent.", undefined],
  ["one that came while the site was busy", { reason: "busy" }, busy, undefined],
  ["a page of a busy site", { what: "page", reason: "busy" }, "The page could not be loaded.", busy],
  ["a page", { what: "page" }, "The page could not be loaded.", "Please try again."],
  [
    "a page, offline",
    { what: "page", reason: "offline" },
    "The page could not be loaded.",
    "You appear to be offline.",
  ],
  [
    "what follows a form",
    { what: "result" },
    "It was sent, but the next page could not be loaded.",
    "Please try again.",
  ],
] as [string, Partial<LostRequest>, string, string | undefined][])(
  "explains the loss of %s",
  (_, values, title, text) => {
    expect(failureToast(lost(values))).toEqual({ kind: "error", title, ...(text && { text }) });
  },
);

it("uses a form's own message, and the reason where it has no text", () => {
  noteFailure("/share", { title: "Failed to share session", text: "There was a problem." });
  noteFailure("/delete", { title: "Failed to delete session" });
  expect(failureToast(lost({ action: "/share", reason: "offline" }))).toEqual({
    kind: "error",
    title: "Failed to share session",
    text: "There was a problem.",
  });
  expect(failureToast(lost({ action: "/delete" }))).toMatchObject({ text: "That did not work. Please try again." });
  noteFailure("/share", undefined);
  expect(failureToast(lost({ action: "/share" })).title).toBe("That did not work. Please try again.");
});

it("every posted form is a PostForm, except the check-in, which queues what it sends", () => {
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const direct = sources.filter((file) => {
    const source = readFileSync(`app/${file}`, "utf8");
    return /<(Form|form|fetcher\.Form)\b[^>]*method="post"|useFetcher\(|submit\([^)]*method: "post"/i.test(source);
  });
  expect(direct.sort()).toEqual(["features/admin/check-in/check-in-list.tsx", "ui/post-form.tsx"]);
});
