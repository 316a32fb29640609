import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { requireCollectionAt } from "./catalogue";
import { kinds } from "./kinds";
import { listCollectionPages, moveCollection } from "./manage-collections";
import {
  createProduct,
  editProduct,
  getNewProduct,
  getProductForm,
  listProducts,
  removeProduct,
} from "../../selling/kinds/manage-products";
import { editedProduct, newProduct, officeList, officeNew, officeRef } from "./office/schemas";
import { officePagesOf } from "./office-pages";
import { collectionAt, movedCollection } from "./schemas";

export const productsRouter = router({
  collectionAt: publicProcedure.input(collectionAt).query(async ({ ctx, input }) => {
    const collection = await requireCollectionAt(ctx.db, input.path);
    return { slug: collection.slug, path: kinds.collection.pathOf(collection) };
  }),
  officeCollectionAt: adminProcedure.input(collectionAt).query(async ({ ctx, input }) => {
    const collection = await requireCollectionAt(ctx.db, input.path);
    return { path: kinds.collection.pathOf(collection), ...officePagesOf(collection) };
  }),
  listCollectionPages: adminProcedure.query(({ ctx }) => listCollectionPages(ctx)),
  moveCollection: adminProcedure.input(movedCollection).mutation(({ ctx, input }) => moveCollection(ctx, input)),
  office: router({
    list: adminProcedure.input(officeList).query(({ ctx, input }) => listProducts(ctx, input)),
    getNew: adminProcedure.input(officeNew).query(({ ctx, input }) => getNewProduct(ctx, input)),
    getForm: adminProcedure.input(officeRef).query(({ ctx, input }) => getProductForm(ctx, input)),
    create: adminProcedure.input(newProduct).mutation(({ ctx, input }) => createProduct(ctx, input)),
    edit: adminProcedure.input(editedProduct).mutation(({ ctx, input }) => editProduct(ctx, input)),
    delete: adminProcedure.input(officeRef).mutation(({ ctx, input }) => removeProduct(ctx, input)),
  }),
});
