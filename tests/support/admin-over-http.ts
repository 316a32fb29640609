import { sql } from "drizzle-orm";
import type { HTMLElement } from "node-html-parser";
import type { Database } from "@db/client";
import { anAccount } from "./accounts";
import { PlainBrowser, type Page } from "./browser-without-javascript";
import { signIn } from "./recordings-http";
import { test as siteTest } from "./site-over-http";

export { expect } from "./site-over-http";

/** Serves the built site, with an admin signed in without JavaScript. */
export const test = siteTest.extend<{ admin: PlainBrowser }>({
  admin: async ({ db, server }, use) => {
    const account = await anAccount(db, { role: "admin", fullName: "Mara Lind" });
    const browser = new PlainBrowser(server.url);
    await signIn(browser, account.email);
    await use(browser);
  },
});

/** Returns a selector for the form with this button. */
export const formWith = (page: Page, button: string): string => {
  const forms = page.root.querySelectorAll("form[method=post i]");
  const buttonsOf = (form: HTMLElement) => [
    ...form.querySelectorAll("button"),
    ...(form.id ? page.root.querySelectorAll(`button[form="${form.id}"]`) : []),
  ];
  const isButton = (text: string | undefined) => text?.replace(/\s+/g, " ").trim().startsWith(button);
  const index = forms.findIndex((form) =>
    buttonsOf(form).some((candidate) => isButton(candidate.text) || isButton(candidate.getAttribute("aria-label"))),
  );
  if (index < 0) throw new Error(`no form with "${button}" on ${page.url} (${page.status})`);
  forms[index]!.setAttribute("data-found", button);
  return `form[data-found="${button}"]`;
};

/** Makes PostgreSQL refuse every write to a table during `work`, as on a full disk. */
export async function whileWritesFail<Value>(db: Database, table: string, work: () => Promise<Value>): Promise<Value> {
  await db.execute(sql`create or replace function refuse_write() returns trigger language plpgsql
    as $$ begin raise exception 'no space left on device'; end $$`);
  const on = sql.identifier(table);
  await db.execute(sql`create trigger refuse_write before insert or update or delete on ${on}
    for each row execute function refuse_write()`);
  try {
    return await work();
  } finally {
    await db.execute(sql`drop trigger refuse_write on ${on}`);
  }
}
