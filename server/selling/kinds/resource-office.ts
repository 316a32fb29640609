import type { Queryable } from "@db/client";
import { purchases } from "@db/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "../../core/context";
import { versionOf } from "../../core/forms";
import { beginningOf, textsOf, viewOf } from "../../catalogue/products/office/form";
import { menuOf, officePath, type ProductOffice } from "../../catalogue/products/office/product-office";
import { listCategories } from "../../catalogue/schedule/categories";
import { listAllResources } from "../resources/list-resources";
import { createResource, deleteResource, editResource, requireResource } from "../resources/manage-resources";
import { listFiles, type ResourceFile } from "../resources/resource-files";
import { resourceFields, resourceFiles, resourceForm } from "../resources/resource-form";

const kind = "resource";

export const resourceOffice: ProductOffice = {
  list: "Learning Resources",
  form: resourceForm,
  files: { file: "download" },
  async read(ctx, { search, page: wanted }) {
    const { resources, page } = await listAllResources(ctx, { search, page: wanted });
    return {
      links: [],
      products: {
        caption: "Resources, the newest first",
        titled: "Resource",
        columns: [
          { label: "Added", place: "date" },
          { label: "Price", place: "number" },
        ],
        rows: resources.map(({ id, title, category, addedAt, price }) => ({
          ref: id,
          title,
          to: officePath(kind, id),
          note: category,
          cells: [addedAt, price],
          menu: menuOf(kind, { ref: id, title }, []),
        })),
      },
      empty: "No resources found.",
      found: { search, searched: "Title, description or category", page },
    };
  },
  async begin(ctx) {
    return { fields: await readFields(ctx, []), values: beginningOf(resourceFields), button: "Save resource" };
  },
  async open(ctx, id) {
    const stored = await requireResource(ctx.db, id);
    const files = (await listFiles(ctx.db, [id])).get(id) ?? [];
    const grant = { label: "Grant free access", to: `/admin/purchases/grant?${grantQuery(id)}` };
    return {
      name: stored.title,
      links: stored.price > 0 && files.length > 0 ? [grant] : [],
      fields: await readFields(ctx, files),
      values: textsOf(resourceFields, stored),
      version: versionOf(stored),
      deletion: { says: `${await meaningOf(ctx.db, id)} This can’t be undone.`, canDelete: true },
    };
  },
  create: createResource,
  edit: editResource,
  remove: deleteResource,
};

const grantQuery = (id: string) => new URLSearchParams({ item: id, back: officePath(kind, id) }).toString();

async function meaningOf(db: Queryable, id: string): Promise<string> {
  const isBought = and(eq(purchases.productId, id), isNull(purchases.archivedAt));
  return (await db.$count(purchases, isBought)) > 0
    ? "It is removed from the list and no longer sold. Members who bought it keep it."
    : "It is removed from the members’ list, and its page is deleted.";
}

async function readFields(ctx: Pick<MemberContext, "db">, files: ResourceFile[]) {
  const categories = await listCategories(ctx);
  return viewOf(
    { ...resourceFields, ...resourceFiles },
    {
      inputs: { category: { suggested: categories.map(({ name }) => name) }, removeFiles: { files } },
      labels: files.length > 0 ? { fileId: "Add a file (optional)" } : {},
    },
  );
}
