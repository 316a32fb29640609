import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { privateHeaders } from "~/lib/page-meta";

const folder = "app/routes";
const isPage = (source: string) => /^export default /m.test(source);

test("lets no cache keep a page of members or of the back office", () => {
  const none = new Headers();
  const headers = new Headers(
    privateHeaders({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: undefined }),
  );
  expect(headers.get("Cache-Control")).toBe("no-store");
  const pages = readdirSync(folder)
    .filter((file) => /^_(member|admin)\..*tsx$/.test(file))
    .map((file) => ({ file, source: readFileSync(`${folder}/${file}`, "utf8") }))
    .filter(({ source }) => isPage(source));
  expect(pages.length).toBeGreaterThan(50);
  const others = pages.filter(({ source }) => !source.includes("export { privateHeaders as headers }"));
  expect(others.map(({ file }) => file)).toEqual([]);
});
