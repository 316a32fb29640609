import sharp from "sharp";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { errorsOf, toastOf } from "../../../support/page-parts";

test("writes, refuses, publishes and restores a page without JavaScript, and links it", async ({ admin, server }) => {
  const visitor = new PlainBrowser(server.url);
  const form = await admin.open("/admin/pages/terms");
  const typed = { title: "House rules", text: "Be kind. <script>alert(1)</script>" };
  const refused = await admin.submit(form, typed, formWith(form, "Save draft"));
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, expect.stringContaining("A page has no HTML.")]);
  expect(textOf(refused, "textarea")).toContain("Be kind. <script>alert(1)</script>");
  expect((await visitor.open("/terms")).status).toBe(404);

  const publishing = { text: "Be kind. [Ask me](https://example.com)", intent: "publish" };
  const published = await admin.submit(refused, publishing, formWith(refused, "Save draft"));
  expect(toastOf(published)).toContain("Page published");
  const shown = await visitor.open("/terms");
  expect([shown.status, textOf(shown, "main h1"), textOf(shown, "main a")]).toEqual([200, "House rules", "Ask me"]);
  expect(shown.html).not.toContain("alert(1)");
  const home = await visitor.open("/");
  expect(textOf(home, "footer a[href='/terms']")).toBe("House rules");
  expect(textOf(await visitor.open("/sign-in?tab=sign-up"), "form a[href='/terms']")).toContain("House rules");

  // Nearly the longest text; fields of other forms are shorter.
  const changed = await admin.submit(published, { text: "Be quiet. ".repeat(9000) }, formWith(published, "Save draft"));
  expect(textOf(await visitor.open("/terms"), "main")).toContain("Be kind.");
  const old = await admin.open("/admin/pages/terms/versions/1");
  expect(textOf(old, "main")).toContain("Be kind.");
  expect(toastOf(await admin.submit(old, {}, formWith(old, "Restore as a draft")))).toContain("Version restored");
  expect(textOf(await admin.open("/admin/pages/terms"), "textarea")).toContain("Be kind.");

  const gone = await admin.submit(changed, {}, formWith(changed, "Unpublish"));
  expect(toastOf(gone)).toContain("Page unpublished");
  expect((await visitor.open("/terms")).status).toBe(404);
  expect((await visitor.open("/")).html).not.toContain('href="/terms"');
});

test("writes the profile and the home page without JavaScript, and refuses an SVG by its content", async ({
  admin,
  server,
}) => {
  const visitor = new PlainBrowser(server.url);
  const form = await admin.open("/admin/profile");
  const portrait = new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], "me.png");
  const typed = { name: "Clara", line: "Breathe <b>out</b>.", text: "One.", portrait };
  const refused = await admin.submit(form, typed, formWith(form, "Save profile"));
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, expect.stringContaining("Browsers can’t show this")]);
  expect(refused.root.querySelector("input[name=line]")?.getAttribute("value")).toBe("Breathe <b>out</b>.");
  expect(toastOf(await admin.submit(refused, {}, formWith(refused, "Save profile")))).toBe("Profile saved");

  const settings = await admin.open("/admin/settings");
  const home = { headline: "Breathe out", intro: "Come as you are.", announcement: "No sessions in August." };
  await admin.submit(settings, home, "form:has([name=section][value=home])");
  const shown = await visitor.open("/");
  expect(textOf(shown, "h1")).toBe("Breathe out");
  for (const text of ["Come as you are.", "No sessions in August.", "Clara", "Breathe <b>out</b>."]) {
    expect(textOf(shown, "main")).toContain(text);
  }
  expect(shown.html).toContain('"@type":"Person","name":"Clara"');
});

test("records, publishes and withdraws a testimonial without JavaScript, and keeps what a refused form has", async ({
  admin,
  server,
}) => {
  const visitor = new PlainBrowser(server.url);
  expect((await visitor.open("/")).html).not.toContain("What people say");
  const form = await admin.open("/admin/testimonials/new");
  const quote = "I sleep again <b>at last</b>, and the evenings are kinder.";
  const typed = { quote, name: "Maeve D.", isPublished: "on" };
  const refused = await admin.submit(form, typed, formWith(form, "Save testimonial"));
  expect([refused.status, errorsOf(refused)]).toEqual([422, ["Record their consent before you publish this"]]);
  expect(textOf(refused, "textarea[name=quote]")).toBe(quote);
  const agreed = { consentKind: "email", consentOn: "2026-01-15", consentNote: "Her mail" };
  const added = await admin.submit(refused, agreed, formWith(refused, "Save testimonial"));
  expect([toastOf(added), textOf(added, "tbody tr")]).toEqual([
    "Testimonial added",
    expect.stringContaining("Published"),
  ]);
  const home = await visitor.open("/");
  expect(textOf(home, "main figure")).toBe(`“${quote}”Maeve D.`);
  expect(home.html).not.toContain("Her mail");
  expect(home.html).not.toContain('"@type":"Review"');

  const path = added.root.querySelector("tbody a")?.getAttribute("href") ?? "";
  const asked = await admin.open(`${path}/withdraw`);
  expect(toastOf(await admin.submit(asked, {}, formWith(asked, "Consent withdrawn")))).toBe("Testimonial hidden");
  expect((await visitor.open("/")).html).not.toContain("What people say");
  const record = await admin.open(path);
  expect(textOf(record, "main dl")).toContain("Her mail");
  expect(record.root.querySelector("textarea")).toBe(null);
  expect((await admin.open(`${path}/publish`)).status).toBe(404);
});

const disguised = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test("changes the look without JavaScript, refuses scripts in a logo, and shows it to visitors at once", async ({
  admin,
  server,
}) => {
  const visitor = new PlainBrowser(server.url);
  const linked = async (path = "/") => {
    const { root } = await visitor.open(path);
    const [sheet, logo] = [root.querySelector("link[href^='/look/']"), root.querySelector("header .logo img")];
    const share = root.querySelector("meta[property='og:image']")?.getAttribute("content");
    return { sheet: sheet?.getAttribute("href"), logo: logo?.getAttribute("alt"), share };
  };
  expect(await linked()).toEqual({ sheet: undefined, logo: undefined, share: undefined });
  const form = await admin.open("/admin/look");
  const typed = { accent: "#ffe100", logo: new File([disguised], "logo.png") };
  const refused = await admin.submit(form, typed, formWith(form, "Save look"));
  expect([refused.status, errorsOf(refused).join()]).toEqual([
    422,
    expect.stringContaining("choose a PNG, JPEG or WebP"),
  ]);
  expect(refused.root.querySelector("input[name=accent]")?.getAttribute("value")).toBe("#ffe100");
  const tooLight = await admin.submit(refused, {}, formWith(refused, "Save look"));
  expect([tooLight.status, errorsOf(tooLight).join()]).toEqual([422, expect.stringContaining("4.5:1 is required")]);

  const picture = sharp({ create: { width: 1300, height: 700, channels: 3, background: "#7a2e8e" } });
  const [logo, share] = [
    new File([await picture.webp().toBuffer()], "a"),
    new File([await picture.jpeg().toBuffer()], "b"),
  ];
  // Only the picker of colours is changed.
  const saved = await admin.submit(tooLight, { picked: "#7a2e8e", logo, share }, formWith(tooLight, "Save look"));
  expect(toastOf(saved)).toBe("Look saved");
  const shown = await linked();
  expect(shown).toMatchObject({ logo: "Breathroom", share: expect.stringContaining("/media/images/") as string });
  const sheet = await fetch(server.url + shown.sheet);
  expect([sheet.headers.get("content-type"), await sheet.text()]).toEqual([
    "text/css; charset=utf-8",
    expect.stringContaining("--color-action:#7a2e8e"),
  ]);
  const mailed = await fetch(`${server.url}/media/logo`);
  expect([mailed.status, mailed.headers.get("content-type")]).toEqual([200, "image/png"]);
  await admin.submit(saved, { accent: "", removesLogo: "on", removesShare: "on" }, formWith(saved, "Save look"));
  expect(await linked()).toEqual({ sheet: undefined, logo: undefined, share: undefined });
  expect((await fetch(`${server.url}/media/logo`)).status).toBe(404);
});
