import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { startBuiltServer } from "../../../support/built-server";
import { expect, test } from "../../../support/database";

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
      ...["Revenue", "Memberships", "Unused credits and gift cards", "Occupancy", "Waitlist pressure"],
      ...["Discount codes", "No-shows", "Recordings"],
    ]);
    // The demo is younger than a year: its tables begin with its first payment and its first session.
    const [paid, taken] = ["Revenue in GBP, by month and kind", "Places taken, by month"].map((caption) =>
      rowsUnder(page, caption),
    );
    expect([paid!.length < 12, taken!.length < paid!.length]).toEqual([true, true]);
    expect([paid![0]!.at(-1), taken![0]![1]]).not.toEqual(["£0.00", "0"]);
    expect(textOf(page, "main")).toMatch(/EUR: €114\.00.*€54\.00 from birth recordings in/);
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
