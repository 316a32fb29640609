import { randomUUID } from "node:crypto";
import { officeOf } from "../../support/office";
import { aNewPass, aPassOnSale } from "../../support/passes";
import type { Scenario } from "./public-mutations";

/** A scenario with a pass on sale, which the menu and its page show. */
const withPass =
  (mutateIn: (api: Parameters<Scenario>[0]["admin"]["api"], id: string) => Promise<unknown>): Scenario =>
  async ({ app, admin }) => {
    const { id } = await aPassOnSale(app.db);
    return { path: `/passes/${id}`, mutate: () => mutateIn(admin.api, id) };
  };

/** What changes to passes change on public pages. */
export const ofPasses: Record<string, Scenario> = {
  "products.office.create pass": ({ admin }) =>
    Promise.resolve({ mutate: () => officeOf(admin.api, "pass").create({ ...aNewPass, formKey: randomUUID() }) }),
  "products.office.edit pass": withPass(async (api, id) => {
    const passes = officeOf(api, "pass");
    const { version } = await passes.getForm({ id });
    await passes.edit({ ...aNewPass, isOn: false, id, version });
  }),
  "products.office.delete pass": withPass((api, id) => officeOf(api, "pass").delete({ id })),
};
