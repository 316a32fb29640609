import type { ProductKind } from "@server/catalogue/products/kinds/kind";
import type { adminApi } from "~/server/auth.server";

type Api = ReturnType<typeof adminApi>;

/** What the page asks: it says why nothing can be deleted, or else what that means. */
type Question = { title: string; says: string; canDelete: boolean };

type Deletion = {
  /** Throws not_found. */
  ask: (api: Api, ref: string) => Promise<Question>;
  remove: (api: Api, ref: string) => Promise<{ title?: string; isWithdrawn?: boolean }>;
};

/** How each kind of product is deleted. A collection is named by its address, the others by their id. */
export const deletions: Record<ProductKind, Deletion> = {
  pass: {
    ask: async ({ passes }, id) => asked(await passes.admin.getForm({ id }), "No one has bought it."),
    remove: ({ passes }, id) => passes.admin.delete({ id }),
  },
  gift_card: {
    ask: async ({ giftCards }, id) => asked(await giftCards.admin.getForm({ id }), "No one has bought it."),
    remove: ({ giftCards }, id) => giftCards.admin.delete({ id }),
  },
  course: {
    ask: async ({ courses }, id) =>
      asked(await courses.admin.getForm({ id }), "No one has booked it. Its dates stay on the schedule."),
    remove: ({ courses }, id) => courses.admin.delete({ id }),
  },
  membership: {
    ask: async ({ memberships }, id) => asked(await memberships.admin.getForm({ id }), "No one has joined it."),
    remove: ({ memberships }, id) => memberships.admin.delete({ id }),
  },
  collection: {
    ask: async ({ products }, collection) =>
      asked(await products.getCollectionForm({ collection }), "It has no recordings, and no one has bought it."),
    remove: ({ products }, collection) => products.deleteCollection({ collection }),
  },
  resource: {
    async ask({ resources }, id) {
      const { title, buyers } = await resources.admin.getForm({ id });
      return asked(
        { title, kept: null },
        buyers > 0
          ? "It is removed from the list and no longer sold. Members who bought it keep it."
          : "It is removed from the members’ list, and its page is deleted.",
      );
    },
    remove: ({ resources }, id) => resources.admin.delete({ id }),
  },
};

const asked = ({ title, kept }: { title: string; kept: string | null }, meaning: string): Question => ({
  title,
  says: kept ?? `${meaning} This can’t be undone.`,
  canDelete: kept === null,
});
