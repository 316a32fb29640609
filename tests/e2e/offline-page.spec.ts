import { expect, test } from "../support/e2e-test";

test("shows the offline page without a connection, whose Retry opens the page @scripted", async ({
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allowFailedRequests();
  const page = await newVisitor({ serviceWorkers: "allow", viewport: { width: 390, height: 844 } });
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
  const stored = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored).toEqual(["/offline.html"]);

  await page.context().setOffline(true);
  await page.goto("/live-sessions?tab=past");
  await expect(page.getByRole("heading", { name: "This page could not be loaded" })).toBeVisible();
  await expect(page).toHaveURL("/live-sessions?tab=past");
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page).toHaveURL("/live-sessions?tab=past");
  await expect(page.getByRole("heading", { level: 1, name: "Live Sessions" })).toBeVisible();
});
