import { randomUUID } from "node:crypto";
import { anOffer } from "../../support/one-to-one";
import type { Scenario } from "./public-mutations";

const offer = { title: "A new hour alone", slug: "a-new-hour", description: "Alone.", durationMinutes: 60, isOn: true };

/** What changes to one-to-one offers change on public pages. */
export const ofOneToOne: Record<string, Scenario> = {
  "oneToOne.admin.create": ({ admin }) =>
    Promise.resolve({
      path: "/",
      mutate: () => admin.api.oneToOne.admin.create({ ...offer, formKey: randomUUID() }),
    }),
  "oneToOne.admin.edit": async ({ app, admin }) => {
    const { id } = await anOffer(app.db);
    const { version } = await admin.api.oneToOne.admin.getForm({ id });
    return { path: "/", mutate: () => admin.api.oneToOne.admin.edit({ ...offer, id, version }) };
  },
};
