import { randomUUID } from "node:crypto";
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
  "passes.admin.create": ({ admin }) =>
    Promise.resolve({ mutate: () => admin.api.passes.admin.create({ ...aNewPass, formKey: randomUUID() }) }),
  "passes.admin.edit": withPass(async ({ passes }, id) => {
    const { version } = await passes.admin.getForm({ id });
    await passes.admin.edit({ ...aNewPass, isOn: false, id, version });
  }),
  "passes.admin.delete": withPass(({ passes }, id) => passes.admin.delete({ id })),
};
