import { expect, test } from "vitest";
import { finishPage } from "@server/http/finished/finished-page";
import { asNewer, readScriptAddress } from "@server/http/finished/page-script";
import { createPageStore, isUnchanged, type KeptPage } from "@server/http/finished/page-store";

const nonce = "bm9uY2U=";
const policy = "default-src 'self';script-src 'self' 'nonce-bm9uY2U=';object-src 'none'";
const own = "window.start = 1;";
const injected = "steal()";

const page = (html: string, address = "/") =>
  finishPage({
    headers: { "content-security-policy": policy, "set-cookie": "a=1" },
    body: Buffer.from(html),
    nonce,
    address,
  });

const written = [
  `<script nonce="${nonce}">${own}</script><script>${injected}</script>`,
  `<script nonce="${nonce}" type="application/ld+json">{"name":"Breathe"}</script>`,
  `<script src="/a.js" nonce="${nonce}"></script>`,
  `<script nonce="${nonce}" type="module" async="">import("/b.js")</script>`,
  `<script nonce="${nonce}">more()</script>`,
].join("");

test("moves the scripts that carry the nonce into a file, and allows none in the page", () => {
  const { headers, body, script } = page(written, "/live-sessions?tab=past&page=2");
  const source = `/scripts/${script?.name}.js?of=%2Flive-sessions%3Ftab%3Dpast%26page%3D2`;
  expect(body.toString()).toBe(
    [
      `<script></script><script>${injected}</script>`,
      `<script type="application/ld+json">{"name":"Breathe"}</script>`,
      `<script src="/a.js"></script>`,
      `<script type="module" async="" src="${source}"></script>`,
      `<script></script>`,
    ].join(""),
  );
  expect(script?.body.toString()).toBe(`${own}\nimport("/b.js")\nmore()`);
  expect(headers[headers.indexOf("content-security-policy") + 1]).toContain("script-src 'self';");
  expect(headers).not.toContain("set-cookie");
  expect(readScriptAddress(source)).toEqual({ name: script?.name, address: "/live-sessions?tab=past&page=2" });
});

test("a newer script is prepared once for all who asked for older ones", () => {
  const { script } = page(written);
  const newer = asNewer(script!);
  expect(newer.headers[newer.headers.indexOf("cache-control") + 1]).toBe("no-store");
  expect(asNewer(script!)).toBe(newer);
});

test.for([
  "/scripts/short.js?of=%2F",
  "/scripts/AAAAAAAAAAAAAAAA.js",
  "/scripts/AAAAAAAAAAAAAAAA.js?of=https%3A%2F%2Felsewhere.example",
  "/scripts/AAAAAAAAAAAAAAAA.js?of=%2F%E0%A4%A",
  `/scripts/AAAAAAAAAAAAAAAA.js?of=%2F${"a".repeat(1000)}`,
])("%s is not the address of a page's script", (address) => {
  expect(readScriptAddress(address)).toBeNull();
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
