import { siteSettings, users } from "@db/schema";
import { issueSetUpCode } from "@server/accounts/set-up";
import { createHttpApp } from "@server/http/app";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import * as setUpPage from "~/routes/set-up";
import { anAccount, mailsTo, password, refusalOf } from "../../support/accounts";
import { stubBuild } from "../../support/http-app";
import { createBarrier, interceptStatements } from "../../support/statements";
import { expect, test, type TestApp } from "../../support/test-app";

const claim = (app: TestApp, code: string | null) =>
  app.browser().api.accounts.setUp.claim({ code: code ?? "", fullName: "Ada Byron" });

const adminsOf = (app: TestApp) => app.db.select().from(users);

test("makes the instructor's address the owner's, once, by the code", async ({ app }) => {
  const code = await issueSetUpCode(app.services);
  expect(code).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(JSON.stringify(await app.db.select().from(siteSettings))).not.toContain(code?.replaceAll("-", ""));
  const { path } = await claim(app, ` ${code?.toUpperCase()} `);
  expect(await adminsOf(app)).toMatchObject([
    { role: "admin", email: app.services.settings.adminEmail, fullName: "Ada Byron" },
  ]);
  expect(await mailsTo(app, app.services.settings.adminEmail)).toHaveLength(1);
  const browser = app.browser();
  await browser.api.accounts.enterByLink({ purpose: "reset_password", token: path.split("token=")[1] ?? "" });
  await browser.api.accounts.setNewPassword({ newPassword: password, confirmPassword: password });
  expect(await browser.api.accounts.setUp.get()).toEqual({ isOpen: false });
  expect((await refusalOf(claim(app, code))).code).toBe("not_found");
  expect(await issueSetUpCode(app.services)).toBeNull();
});

test("refuses a wrong, an old and a replaced code", async ({ app }) => {
  const first = await issueSetUpCode(app.services);
  expect(await refusalOf(claim(app, "0".repeat(32)))).toMatchObject({ code: "invalid" });
  const second = await issueSetUpCode(app.services);
  expect(await refusalOf(claim(app, first))).toMatchObject({ code: "invalid" });
  app.clock.moveBy(60);
  expect(await refusalOf(claim(app, second))).toMatchObject({ code: "invalid" });
  expect(await adminsOf(app)).toEqual([]);
});

test("limits how often codes are tried", async ({ app }) => {
  const live = { ...app.services, settings: { ...app.services.settings, isLive: true } };
  const code = await issueSetUpCode(live);
  const tried = app.as();
  app.services.settings.isLive = true;
  const attempt = (typed: string) => refusalOf(tried.accounts.setUp.claim({ code: typed, fullName: "Eve" }));
  for (let time = 0; time < 10; time += 1) expect((await attempt("0")).code).toBe("invalid");
  expect((await attempt(code ?? "")).code).toBe("rate_limited");
});

async function race(app: TestApp): Promise<number> {
  const code = await issueSetUpCode(app.services);
  const outcomes = await Promise.allSettled([claim(app, code), claim(app, code)]);
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

test("gives the site to one of two browsers at the same time", async ({ app }) => {
  expect(await race(app)).toBe(1);
});

test("control run: without the lock, both get it", async ({ app }) => {
  const bothHaveRead = createBarrier(2);
  interceptStatements(app, {
    rewrite: (text) => (text.startsWith("lock table") ? "select 1" : text),
    after: (text) => (/^select .* from "site_settings" where/.test(text) ? bothHaveRead() : undefined),
  });
  expect(await race(app)).toBe(2);
});

async function startLive(app: TestApp, settings: object = {}) {
  const services = { ...app.services, settings: { ...app.services.settings, isLive: true, ...settings } };
  const build = stubBuild({ "set-up": setUpPage, sessions: { loader: () => new Response("hello") } });
  const server = createServer(createHttpApp(services, { build, needsSetUp: true }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function serveLive(app: TestApp, settings?: object) {
  const port = await startLive(app, settings);
  return async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: "manual",
      headers: { Accept: "text/html", Connection: "close", ...headers },
    });
    return `${answer.status} ${answer.headers.get("Location") ?? ""}`.trim();
  };
}

test("a live site without an owner serves the set-up page and health checks only", async ({ app }) => {
  const ask = await serveLive(app);
  expect(await ask("/set-up")).toBe("200");
  expect(await ask("/healthz")).toBe("200");
  expect(await ask("/readyz")).toBe("200");
  expect(await ask("/")).toBe("302 /set-up");
  expect(await ask("/sessions")).toBe("302 /set-up");
  expect(await ask("/api/trpc/schedule.listUpcoming")).toBe("302 /set-up");
  expect(await ask("/api/trpc/accounts.setUp.claim", { Accept: "*/*" }, "POST")).toBe("503");
  await anAccount(app.db, { role: "admin" });
  expect(await ask("/sessions")).toBe("200");
});

test("takes the code from a page's script, which posts to the address of the page's data", async ({ app }) => {
  const url = `http://127.0.0.1:${await startLive(app)}/set-up.data`;
  const code = await issueSetUpCode(app.services);
  const post = async (typed: string | null) => {
    const body = new URLSearchParams({ code: typed ?? "", fullName: "Ada Byron" });
    const answer = await fetch(url, { method: "POST", body, headers: { Connection: "close" } });
    return { status: answer.status, text: await answer.text() };
  };
  const refused = await post("0".repeat(32));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("This code is wrong or has expired.");
  expect((await post(code)).text).toContain("/reset-password?token=");
  expect(await adminsOf(app)).toHaveLength(1);
});

test("opens the set-up page by https or on this machine only", async ({ app }) => {
  const trusting = await serveLive(app, { trustProxy: "loopback" });
  const from = { "X-Forwarded-For": "203.0.113.9" };
  expect(await trusting("/set-up", { ...from, "X-Forwarded-Proto": "https" })).toBe("200");
  expect(await trusting("/set-up", { ...from, "X-Forwarded-Proto": "http" })).toBe("403");
  expect(await trusting("/set-up", from)).toBe("403");
  const other = await serveLive(app);
  expect(await other("/set-up", { "X-Forwarded-Proto": "http" })).toBe("403");
});
