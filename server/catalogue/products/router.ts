import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { requireCollectionAt } from "./catalogue";
import { kinds } from "./kinds";
import {
  createCollection,
  deleteCollection,
  editCollection,
  getCollectionForm,
  listAllCollections,
  listCollectionPages,
  moveCollection,
} from "./manage-collections";
import { officePagesOf } from "./office-pages";
import { collectionAt, collectionRef, editedCollection, movedCollection, newCollectionForm } from "./schemas";

export const productsRouter = router({
  collectionAt: publicProcedure.input(collectionAt).query(async ({ ctx, input }) => {
    const collection = await requireCollectionAt(ctx.db, input.path);
    return { slug: collection.slug, path: kinds.collection.pathOf(collection) };
  }),
  officeCollectionAt: adminProcedure.input(collectionAt).query(async ({ ctx, input }) => {
    const collection = await requireCollectionAt(ctx.db, input.path);
    return { path: kinds.collection.pathOf(collection), ...officePagesOf(collection) };
  }),
  listCollections: adminProcedure.query(({ ctx }) => listAllCollections(ctx)),
  listCollectionPages: adminProcedure.query(({ ctx }) => listCollectionPages(ctx)),
  getCollectionForm: adminProcedure.input(collectionRef).query(({ ctx, input }) => getCollectionForm(ctx, input)),
  createCollection: adminProcedure.input(newCollectionForm).mutation(({ ctx, input }) => createCollection(ctx, input)),
  editCollection: adminProcedure.input(editedCollection).mutation(({ ctx, input }) => editCollection(ctx, input)),
  moveCollection: adminProcedure.input(movedCollection).mutation(({ ctx, input }) => moveCollection(ctx, input)),
  deleteCollection: adminProcedure.input(collectionRef).mutation(({ ctx, input }) => deleteCollection(ctx, input)),
});
