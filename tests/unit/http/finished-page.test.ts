import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createBoundedStore } from "@server/http/finished/bounded-store";
import { finishPage } from "@server/http/finished/finished-page";

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

const kilobytes = (count: number) => "a".repeat(count * 1024);
const aStore = () => createBoundedStore<string>(40 * 1024, (text) => text.length);

test("keeps what was asked for last, as much as fits", () => {
  const store = aStore();
  for (const key of ["a", "b", "c", "d"]) store.set(key, kilobytes(4));
  store.get("a");
  for (let nth = 0; nth < 8; nth += 1) store.set(`more ${nth}`, kilobytes(4));
  const isKept = ["a", "b", "c", "d"].map((key) => store.get(key) !== undefined);
  expect(isKept).toEqual([true, false, false, true]);
});

test("keeps nothing that would take the room of all others", () => {
  const store = aStore();
  store.set("small", kilobytes(2));
  store.set("large", kilobytes(8));
  expect([store.get("small") !== undefined, store.get("large") !== undefined]).toEqual([true, false]);
});
