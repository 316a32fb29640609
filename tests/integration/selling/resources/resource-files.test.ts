import type { FieldView } from "@server/catalogue/products/office/fields";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { purchases, mediaFiles, resourceFiles, products } from "@db/schema";
import { sweepMedia } from "@server/platform/media/media-files";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf, signedInBrowser } from "../../../support/accounts";
import { asAdmin } from "../../../support/admin";
import { serve } from "../../../support/http-app";
import { aFile, cookieHeader } from "../../../support/media";
import { aResource, pdf } from "../../../support/resources";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const test = appTest.extend<{ site: string }>({
  site: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use(url);
    await stop();
  },
});

const store = ({ db, services: { storage } }: TestApp) => ({ db, storage });

test("hands a file to those who may have it now, checked on every request", async ({ app, site }) => {
  const paid = await aResource(store(app));
  const free = await aResource(store(app), { priceMinor: 0 });
  const gone = await aResource(store(app), { priceMinor: 0, withdrawnAt: app.clock.now() });
  const browserOf = async (values: Parameters<typeof anAccount>[1] = {}) => {
    const account = await anAccount(app.db, values);
    return { account, headers: cookieHeader(await signedInBrowser(app, account)) };
  };
  const [member, buyer, admin] = [await browserOf(), await browserOf(), await browserOf({ role: "admin" })];
  const buy = (values: Partial<typeof purchases.$inferInsert>) =>
    app.db
      .insert(purchases)
      .values({
        productId: paid.id,
        productKind: "resource",
        productTitle: paid.title,
        userId: buyer.account.id,
        customerName: buyer.account.fullName,
        customerEmail: buyer.account.email,
        status: "paid",
        formKey: randomUUID(),
        listPriceMinor: 1400,
        totalMinor: 1400,
        currency: "GBP",
        ...values,
      })
      .returning();
  const ask = async ({ id, fileId }: { id: string; fileId: string }, headers: HeadersInit = {}) =>
    (await fetch(`${site}/media/resources/${id}/${fileId}`, { headers })).status;

  expect([await ask(paid), await ask(free), await ask(gone)]).toEqual([401, 401, 401]);
  expect(await ask(paid, member.headers)).toBe(403);
  expect(await ask(gone, member.headers)).toBe(403);
  expect(await ask(free, member.headers)).toBe(200);
  expect(await ask(paid, admin.headers)).toBe(200);
  for (const status of ["pending", "failed", "cancelled", "refunded"] as const) await buy({ status });
  await buy({ archivedAt: app.clock.now() });
  expect(await ask(paid, buyer.headers)).toBe(403);
  const [purchase] = await buy({});
  const answer = await fetch(`${site}/media/resources/${paid.id}/${paid.fileId}`, { headers: buyer.headers });
  expect([answer.status, await answer.text()]).toEqual([200, pdf]);
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="plan.pdf"');
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(await ask({ id: free.id, fileId: paid.fileId }, buyer.headers)).toBe(404);
  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.id, purchase!.id));
  expect(await ask(paid, buyer.headers)).toBe(403);
});

const values = { title: "Plan", description: "Ten minutes.", price: 0, currency: "GBP" as const };

/** Returns the files that a form offers to remove. */
const filesOf = ({ fields }: { fields: FieldView[] }) =>
  fields.flatMap(({ input }) => (input.as === "files" ? input.files : []));

test("takes an upload into one resource only, keeps it from the sweep, and deletes it with the resource", async ({
  app,
}) => {
  const admin = officeOf(await asAdmin(app), "resource");
  const file = await aFile(store(app), "download", pdf, { originalName: "plan.pdf" });
  const formKey = randomUUID();
  await admin.create({ ...values, formKey, fileId: file.id });
  expect(filesOf(await admin.getForm({ id: formKey }))).toMatchObject([{ id: file.id, name: "plan.pdf" }]);
  const taken = await refusalOf(admin.create({ ...values, formKey: randomUUID(), fileId: file.id }));
  expect(taken.message).toContain("in use elsewhere");
  app.clock.moveBy(3 * 24 * 60);
  await sweepMedia(app.services);
  expect(await app.db.$count(mediaFiles)).toBe(1);
  await admin.delete({ id: formKey });
  await app.runJobs();
  expect(await app.db.$count(products, eq(products.kind, "resource"))).toBe(0);
  expect(await app.db.$count(mediaFiles)).toBe(0);
});

test("removes a file, adds another, and refuses one of another kind", async ({ app }) => {
  const admin = officeOf(await asAdmin(app), "resource");
  const { id, fileId } = await aResource(store(app));
  const opened = await admin.getForm({ id });
  const edit = { ...values, id, version: opened.version };
  const next = await aFile(store(app), "download", pdf, { originalName: "new.pdf" });
  await admin.edit({ ...edit, fileId: next.id, removeFiles: [fileId] });
  expect(filesOf(await admin.getForm({ id })).map(({ name }) => name)).toEqual(["new.pdf"]);
  const picture = await aFile(store(app), "image");
  const { version } = await admin.getForm({ id });
  expect(await refusalOf(admin.edit({ ...edit, version, fileId: picture.id }))).toMatchObject({ code: "invalid" });
  const missing = await refusalOf(admin.edit({ ...edit, version, fileId: randomUUID() }));
  expect(missing.message).toBe("This upload is not complete. Please choose the file again.");
  expect(await app.db.$count(resourceFiles)).toBe(1);
});
