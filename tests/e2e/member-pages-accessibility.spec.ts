import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { signInByCookie } from "../support/e2e-accounts";
import { crawl, type CrawlContext } from "../support/e2e-crawl";

crawl("a visitor at a member's page", "a visitor", {
  "the resources": "/dashboard/resources",
});

crawl("the pages of a new member", "a member", {
  "no upcoming sessions": "/user/sessions",
  "no bookings": "/user/bookings",
});

crawl("the pages of a member with history", theDemosMember, {
  home: "/dashboard",
  "the schedule": "/dashboard/sessions",
  "the schedule's past": "/dashboard/sessions?tab=past",
  "upcoming sessions": "/user/sessions",
  "past sessions": "/dashboard/past-sessions",
  bookings: "/user/bookings",
  "the resources after a purchase": "/dashboard/resources?source=purchase",
  "a receipt": async ({ page }) => {
    await page.goto("/user/bookings");
    await page
      .getByRole("link", { name: /^Receipt/ })
      .first()
      .click();
    await page.waitForURL("**/receipt");
  },
});

async function theDemosMember(stage: CrawlContext) {
  const member = await stage.site.db.query.users.findFirst({ where: eq(users.email, "member@example.com") });
  await signInByCookie(stage, { id: member!.id });
}
