import { signInByCookie, expectDashboard, expectMessage } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const denied = { kind: "alert", title: "Access Denied", text: "You do not have admin privileges" } as const;

test("sends a member from /admin to the dashboard with a message @scripted", async ({ page, site, isScripted }) => {
  await signInByCookie({ page, site });
  await page.goto("/admin");
  await expectDashboard(page);
  await expectMessage(page, isScripted, denied);
});

test("links the admin area in the navigation, and the site in the admin area @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
  await expectHeading(page, "Admin Dashboard");
  await page.getByRole("link", { name: "Return to site" }).click();
  await expect(page).toHaveURL("/");
});
