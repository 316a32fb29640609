import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { finishPage } from "@server/http/finished/finished-page";
import { createPageStore, isUnchanged, type KeptPage } from "@server/http/finished/page-store";

const nonce = "bm9uY2U=";
const policy = "default-src 'self';script-src 'self' 'nonce-bm9uY2U=';object-src 'none'";
const own = "window.start = 1;";
const injected = "steal()";

const page = (html: string) =>
  finishPage({ headers: { "content-security-policy": policy, "set-cookie": "a=1" }, body: Buffer.from(html), nonce });

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

test("allows the scripts that carry the nonce by their hashes, and no others", () => {
  const { headers, body } = page(
    `<script nonce="${nonce}">${own}</script><script src="/a.js" nonce="${nonce}"></script><script>${injected}</script>`,
  );
  const allowed = headers[headers.indexOf("content-security-policy") + 1] ?? "";
  expect(allowed).toContain(`script-src 'self' ${hashOf(own)};`);
  expect(allowed).not.toContain(hashOf(injected));
  expect(allowed + body.toString()).not.toContain(nonce);
  expect(headers).not.toContain("set-cookie");
});

const keptPage = (kilobytes: number): KeptPage => ({
  page: { ...page("a".repeat(kilobytes * 1024)) },
  content: 1,
  sessions: new Map([["a", 1]]),
  state: "",
  rates: "",
  isFreshAt: () => true,
});

test("keeps the pages that were asked for last, as many as fit", () => {
  const store = createPageStore(40 * 1024);
  for (const key of ["a", "b", "c", "d"]) store.set(key, keptPage(2));
  store.get("a");
  for (let nth = 0; nth < 8; nth += 1) store.set(`more ${nth}`, keptPage(2));
  const isKept = ["a", "b", "c", "d"].map((key) => store.get(key) !== undefined);
  expect(isKept).toEqual([true, false, false, true]);
});

test("keeps no page that would take the room of all others", () => {
  const store = createPageStore(40 * 1024);
  store.set("small", keptPage(1));
  store.set("large", keptPage(4));
  expect([store.get("small") !== undefined, store.get("large") !== undefined]).toEqual([true, false]);
});

test.for([
  { content: 1, sessions: [["a", 1]] as [string, number][], same: true },
  {
    content: 1,
    sessions: [
      ["a", 1],
      ["b", 7],
    ] as [string, number][],
    same: true,
  },
  { content: 2, sessions: [["a", 1]] as [string, number][], same: false },
  { content: 1, sessions: [["a", 2]] as [string, number][], same: false },
  { content: 1, sessions: [] as [string, number][], same: false },
])("content $content and sessions $sessions: unchanged is $same", ({ content, sessions, same }) => {
  expect(isUnchanged(keptPage(1), { content, sessions: new Map(sessions) })).toBe(same);
});
