import { anAccount, password } from "../../../support/accounts";
import { aPurchase, aRecording } from "../../../support/recordings";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { hrefsOf, messageOn, textsOf } from "../../../support/page-parts";
import {
  addressOf,
  expect,
  linkNamed,
  mainText,
  newestMailedLink,
  signIn,
  test,
} from "../../../support/recordings-http";

test("leads a visitor to a free recording by one form and one mailed link", async ({ server, world: { free } }) => {
  const browser = new PlainBrowser(server.url);
  const path = `/birth-recordings/${free.id}`;
  const page = await browser.open(path);
  const wrongEmail = await browser.submit(page, { email: "hannah at example", firstName: "Hannah", lastName: "" });
  expect(wrongEmail.status).toBe(422);
  expect(textOf(wrongEmail, "main [role=alert]")).toBe("Invalid Email Please enter a valid email address.");
  expect(wrongEmail.root.querySelector("[name=firstName]")?.getAttribute("value")).toBe("Hannah");

  const typed = { email: "hannah@example.com", firstName: "Hannah", lastName: " " };
  const noName = await browser.submit(page, typed);
  expect(textOf(noName, "main [role=alert]")).toBe("Names Required Please enter both your first and last name.");

  const noPassword = await browser.submit(noName, { ...typed, lastName: "Okafor", password: "abc" });
  expect(textOf(noPassword, "main [role=alert]")).toContain("Password must be at least 6 characters long.");
  expect(noPassword.root.querySelector("[name=password]")?.getAttribute("value") ?? "").toBe("");
  const signedUp = await browser.submit(noPassword, { ...typed, lastName: "Okafor", password });
  expect(textOf(signedUp, "h1")).toBe("Confirm your email");

  const link = await newestMailedLink(server, typed.email, "verify-email");
  const opened = await browser.open(link);
  expect(opened.root.querySelector("[name=newPassword]")).toBeNull();
  const back = await browser.submit(opened);
  expect(addressOf(back)).toBe(path);
  expect(messageOn(back)).toBe("Access confirmed! (free birth recording)");
  expect(back.root.querySelector("video")?.getAttribute("src")).toBe(`/media/recordings/${free.id}/video`);
});

test("asks for a new password where the mailed link is opened in another browser", async ({
  server,
  world: { free },
}) => {
  const typed = { email: "maeve@example.com", firstName: "Maeve", lastName: "Donnelly", password };
  const path = `/birth-recordings/${free.id}`;
  const first = new PlainBrowser(server.url);
  await first.submit(await first.open(path), typed);
  const link = await newestMailedLink(server, typed.email, "verify-email");
  const other = new PlainBrowser(server.url);
  const asked = await other.open(link);
  expect(mainText(asked)).toContain(typed.email);
  const differing = { newPassword: "fresh-tide-8", confirmPassword: "fresh-tide-9" };
  const refused = await other.submit(asked, differing);
  expect([refused.status, mainText(refused)]).toEqual([
    422,
    expect.stringContaining("Please make sure both passwords match."),
  ]);
  const opened = await other.submit(refused, { newPassword: "fresh-tide-8", confirmPassword: "fresh-tide-8" });
  expect(addressOf(opened)).toBe(path);
  expect(opened.root.querySelector("video")).not.toBeNull();
  const over = await first.open(link);
  expect([over.status, textOf(over, "main [role=alert]")]).toEqual([
    410,
    "This link has expired or has already been used.",
  ]);
});

test("offers a visitor an account, and a member all recordings, on a locked panel", async ({ server, world }) => {
  const path = `/birth-recordings/${world.premium.id}`;
  const browser = new PlainBrowser(server.url);
  const asVisitor = await browser.open(path);
  expect(linkNamed(asVisitor, "Create Free Account")).toMatch(/^\/sign-in\?tab=sign-up/);
  expect(addressOf(await signIn(browser, world.account.email, linkNamed(asVisitor, "Sign in")))).toBe(path);
  expect(mainText(asVisitor)).toContain("Part of the birth series");
  expect(mainText(asVisitor)).toContain(
    "£51 once, all 2 recordings, 2 min. Create a free account to buy it, or listen to the",
  );
  expect(mainText(asVisitor)).not.toContain("Listen with a free account");
  const asMember = await browser.open(path);
  expect(mainText(asMember)).toContain("£51 once, all 2 recordings, 2 min, yours for life.");
  expect(linkNamed(asMember, "Unlock All Recordings")).toBe("/birth-recordings?purchase=true");
  for (const page of [asVisitor, asMember]) {
    expect(page.root.querySelector("video")).toBeNull();
    expect(page.html).not.toContain("videos.example");
  }
});

test("resumes the player at the last position, or from the start on request, without JavaScript", async ({
  server,
  world: { account, free },
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  await db.execute(`insert into playback_progress (user_id, recording_id, position_seconds, updated_at)
    values ('${account.id}', '${free.id}', 17, now())`);
  const source = (page: Page) => page.root.querySelector("video")?.getAttribute("src");
  const page = await browser.open(`/birth-recordings/${free.id}`);
  expect(source(page)).toBe(`/media/recordings/${free.id}/video#t=17`);
  expect(linkNamed(page, "Continue at 0:17")).toBe("?at=17");
  const again = new URL(linkNamed(page, "Start again"), page.url);
  expect(source(await browser.open(again.href))).not.toContain("#");
  const shelf = mainText(await browser.open("/birth-recordings"));
  expect(shelf).toContain("Continue where you left off");
  expect(shelf).toContain("Continue at 0:17");
});

test("answers 404 for a missing recording, and shows a video's address on no page or in its data", async ({
  server,
  world,
}) => {
  const browser = new PlainBrowser(server.url);
  await signIn(browser, world.account.email);
  for (const id of ["00000000-0000-4000-8000-000000000000", "x"]) {
    const page = await browser.open(`/birth-recordings/${id}`);
    expect([page.status, textOf(page, "h1")]).toEqual([404, "Recording Not Found"]);
    expect(linkNamed(page, "Back to Birth Recordings")).toBe("/birth-recordings");
  }
  expect((await browser.open(`/stress-recordings/${world.free.id}`)).status).toBe(404);
  const input = (value: object) => encodeURIComponent(JSON.stringify(value));
  for (const address of [
    "/birth-recordings",
    "/birth-recordings.data",
    `/birth-recordings/${world.premium.id}`,
    `/birth-recordings/${world.premium.id}.data`,
    `/birth-recordings/${world.free.id}`,
    `/api/trpc/recordings.getCollection?input=${input({ collection: "birth" })}`,
    `/api/trpc/recordings.get?input=${input({ collection: "birth", id: world.premium.id })}`,
  ]) {
    const { status, html } = await browser.open(address);
    expect([address, status]).toEqual([address, 200]);
    expect(html, address).not.toContain("videos.example");
  }
});

test("searches resources by a plain form and opens each on its page", async ({ server, db }) => {
  await db.execute(`insert into products (kind, title, description, category, price_minor)
    values ('resource', 'Sleep, Slowly', 'A workbook.', 'Meditation', 1800), ('resource', 'Pocket Card', 'One sheet.', null, 0)`);
  const browser = new PlainBrowser(server.url);
  const form = (await browser.open("/resources")).root.querySelector("form[role=search]")!;
  expect([form.getAttribute("method") ?? "get", form.querySelector("input")!.getAttribute("name")]).toEqual([
    "get",
    "q",
  ]);
  const found = await browser.open("/resources?q=MEDITATION");
  expect(textsOf(found, "main li h2")).toEqual(["Sleep, Slowly"]);
  expect(found.root.querySelector("[name=q]")?.getAttribute("value")).toBe("MEDITATION");
  const link = found.root.querySelector("main li a")!;
  expect(link.text).toContain("View Details");
  const details = await browser.open(link.getAttribute("href")!);
  expect(mainText(details)).toContain("£14");
  expect(mainText(await browser.open("/resources?q=nothing"))).toContain("No resources found.");
  expect((await browser.open("/resources/x")).status).toBe(404);
});

test("renames a collection and switches it off, and leads its buyers to it, without JavaScript", async ({
  db,
  server,
  world: { account, free },
}) => {
  const admin = new PlainBrowser(server.url);
  await signIn(admin, (await anAccount(db, { role: "admin" })).email);
  const visitor = new PlainBrowser(server.url);
  const buyer = new PlainBrowser(server.url);
  await signIn(buyer, account.email);
  await aPurchase(db, account);
  const save = async (values: Record<string, string>, isOn = true) => {
    const settings = await admin.open("/admin/products/collection/birth");
    const form = "form:has([name=plate])";
    if (!isOn) settings.root.querySelector(`${form} [name=isOn]`)?.removeAttribute("checked");
    return admin.submit(settings, values, form);
  };
  await save({ title: "Calm Nights", description: "For the <b>last</b> weeks." });
  const sold = await visitor.open("/birth-recordings");
  expect([sold.status, textOf(sold, "h1"), textOf(sold, "header")]).toEqual([
    200,
    "Calm Nights",
    expect.stringContaining("Calm Nights"),
  ]);
  expect(mainText(sold)).toContain("For the <b>last</b> weeks.");
  expect(sold.root.querySelector("meta[name=description]")?.getAttribute("content")).toBe("For the <b>last</b> weeks.");

  await save({}, false);
  const gone = await visitor.open("/birth-recordings");
  expect([gone.status, mainText(gone)]).toEqual([404, expect.stringContaining("This collection is no longer sold")]);
  expect(linkNamed(gone, "Sign in")).toBe("/sign-in?returnTo=%2Fbirth-recordings");
  expect((await visitor.open(`/birth-recordings/${free.id}`)).status).toBe(404);
  expect((await visitor.open("/birth-recordings?purchase=true")).url).toBe(`${server.url}/resources`);
  expect((await visitor.open("/breathwork-for-birth")).html).not.toContain("birth-recordings");
  for (const path of ["/", "/sitemap.xml"]) {
    expect(await (await fetch(server.url + path)).text(), path).not.toContain("/birth-recordings");
  }
  const kept = await buyer.open("/birth-recordings");
  expect([kept.status, mainText(kept)]).toEqual([200, expect.stringContaining("no longer sold. You keep it")]);
  expect(mainText(kept)).not.toContain("Unlock All Recordings");
  expect((await buyer.open(`/birth-recordings/${free.id}`)).root.querySelector("video")).not.toBeNull();
});

test("says when a part opens, mails who asks for it, and finds recordings, without JavaScript", async ({
  server,
  world: { account, premium },
  db,
}) => {
  await aPurchase(db, account, { completedAt: new Date() });
  for (let index = 2; index < 4; index += 1) await aRecording(db, { orderIndex: index, opensAfterDays: 7 });
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const series = await browser.open("/birth-recordings");
  expect(mainText(series)).toContain("4 recordings, 4 min");
  for (const address of ["/birth-recordings", "/dashboard/resources"]) {
    const page = mainText(await browser.open(address));
    expect(page, address).toContain("“Birth Recordings” is yours. Each part that opens later says when.");
    expect(page, address).not.toContain("full access");
  }
  expect(textsOf(series, "main li").filter((card) => card.includes("Opens on"))).toHaveLength(2);
  const chosen = await browser.submit(series, {}, "form[action$='openings=mail']");
  expect([addressOf(chosen), messageOn(chosen)]).toEqual([
    "/birth-recordings",
    "You get an email when the next part opens",
  ]);
  expect(mainText(chosen)).toContain("Stop these emails");
  const stopped = await browser.submit(chosen, {}, "form[action$='openings=mail']");
  expect(mainText(stopped)).toContain("Email me when one opens");
  const path = hrefsOf(series, "main li a").at(-1)!;
  const later = await browser.open(path);
  expect(later.root.querySelector("video")).toBeNull();
  expect(textOf(later, "main h2")).toMatch(/^Opens on \w+day, /);

  const found = await browser.open("/birth-recordings?q=early+hours");
  expect(textsOf(found, "main li h3")).toEqual(["The Early Hours", "The Early Hours", "The Early Hours"]);
  expect(hrefsOf(found, "main li a")).toContain(`/birth-recordings/${premium.id}`);
  const none = await browser.open("/dashboard/resources?q=nowhere");
  expect(mainText(none)).toContain("No recordings found.");
});
