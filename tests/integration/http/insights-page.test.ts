import { PlainBrowser, textOf, type Page } from "../../support/browser-without-javascript";
import { startBuiltServer } from "../../support/built-server";
import { expect, test } from "../../support/database";

const rowsUnder = (page: Page, caption: string) =>
  page.root
    .querySelectorAll("table")
    .find((table) => table.querySelector("caption")!.text === caption)!
    .querySelectorAll("tbody tr")
    .map((row) => row.querySelectorAll("th, td").map((cell) => cell.text));

test("shows every chart with its table for the chosen period, without JavaScript", async ({ databaseUrl, db: _ }) => {
  // An empty database is filled with the demo's people, bookings and purchases.
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
  try {
    const browser = new PlainBrowser(server.url);
    const signInPage = await browser.open("/sign-in?returnTo=/admin/insights");
    const admin = { email: "admin@example.com", password: "breathe-demo" };
    const page = await browser.submit(signInPage, admin, "form:has([name=password])");
    expect([page.status, textOf(page, "h1")]).toEqual([200, "Insights"]);
    expect(page.root.querySelectorAll("main h2").map(({ text }) => text)).toEqual([
      ...["Revenue", "Occupancy", "Waitlist pressure", "Discount codes", "No-shows"],
    ]);
    expect(rowsUnder(page, "Revenue in GBP, by month and kind")).toHaveLength(12);
    expect(rowsUnder(page, "Places taken, by month")).toHaveLength(12);
    const chart = page.root.querySelector("main svg:has(path)")!;
    expect(chart.getAttribute("aria-hidden")).toBe("true");
    expect(chart.querySelectorAll("path").length).toBeGreaterThan(0);

    const form = page.root.querySelector("main form[method=get]")!;
    expect([form.getAttribute("method"), form.getAttribute("action")]).toEqual(["get", "/admin/insights"]);
    expect(form.querySelector("select")!.getAttribute("name")).toBe("period");
    const short = await browser.open("/admin/insights?period=3-months");
    expect(short.root.querySelector("option[selected]")!.text).toBe("Last 3 months");
    expect(rowsUnder(short, "Revenue in GBP, by month and kind")).toHaveLength(3);
  } finally {
    await server.stop();
  }
});
