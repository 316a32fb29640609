import { signInByCookie, expectDashboard, expectMessage } from "../support/e2e-accounts";
import { expectHeading } from "../support/e2e-booking";
import { expect, test } from "../support/e2e-test";

const denied = { kind: "alert", title: "Access Denied", text: "You do not have admin privileges" } as const;

test("a member at /admin is told so on her dashboard @scripted", async ({ page, site, isScripted }) => {
  await signInByCookie({ page, site });
  await page.goto("/admin");
  await expectDashboard(page);
  await expectMessage(page, isScripted, denied);
});

test("the admin finds her area in the navigation, and the way back to the site @scripted", async ({ page, site }) => {
  await signInByCookie({ page, site }, { role: "admin" });
  await page.goto("/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" }).click();
  await expectHeading(page, "Admin Dashboard");
  await page.getByRole("link", { name: "Return to site" }).click();
  await expect(page).toHaveURL("/");
});
