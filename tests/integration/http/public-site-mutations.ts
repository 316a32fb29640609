import { randomUUID } from "node:crypto";
import type { Scenario, World } from "./public-mutations";

const changeName = async ({ admin }: World, name: string) => {
  const { forms } = await admin.api.site.settings();
  const form = forms.find(({ section }) => section === "site");
  const version = form?.version ?? "";
  await admin.api.site.changeSettings({ section: "site", version, values: { ...form?.values, name } });
};

const publishPage = async ({ admin }: World, slug: string, text: string) => {
  const { version, values } = await admin.api.pages.admin.getForm({ slug });
  const form = { ...values, orderIndex: Number(values.orderIndex), text, intent: "publish", slug, version } as const;
  await admin.api.pages.admin.edit(form);
};

/** What changes to settings, look, profile and written pages change on public pages. */
export const ofSite: Record<string, Scenario> = {
  "site.changeSettings": (world) => Promise.resolve({ mutate: () => changeName(world, "Another Name") }),
  "site.saveLook": async ({ admin }) => {
    const { version } = await admin.api.site.lookForm();
    const look = { accent: "#7a2e8e", removesLogo: false, removesShare: false, version };
    return { mutate: () => admin.api.site.saveLook(look) };
  },
  "site.saveProfile": async ({ admin }) => {
    const { version, values } = await admin.api.site.profileForm();
    return { mutate: () => admin.api.site.saveProfile({ ...values, name: "Clara", removesPortrait: false, version }) };
  },
  "site.resetSettings": async (world) => {
    const { api } = world.admin;
    await changeName(world, "A Third Name");
    const version = (await api.site.settings()).forms.find(({ section }) => section === "site")?.version ?? "";
    return { mutate: () => api.site.resetSettings({ section: "site", version }) };
  },
  "pages.admin.create": ({ admin }) => {
    const page = { title: "What to bring", text: "A mat.", place: "footer", intent: "publish" } as const;
    const mutate = () =>
      admin.api.pages.admin.create({ ...page, orderIndex: 0, slug: "what-to-bring", formKey: randomUUID() });
    return Promise.resolve({ mutate });
  },
  "pages.admin.edit": async (world) => {
    await publishPage(world, "about", "The first text.");
    return { path: "/about", mutate: () => publishPage(world, "about", "The second text.") };
  },
  "pages.admin.unpublish": async (world) => {
    await publishPage(world, "faq", "A text.");
    return { mutate: () => world.admin.api.pages.admin.unpublish({ slug: "faq" }) };
  },
  "pages.admin.delete": async ({ admin }) => {
    const page = { title: "Gone", text: "Soon.", intent: "publish", orderIndex: 0, slug: "gone" } as const;
    await admin.api.pages.admin.create({ ...page, formKey: randomUUID() });
    return { mutate: () => admin.api.pages.admin.delete({ slug: "gone" }) };
  },
};
