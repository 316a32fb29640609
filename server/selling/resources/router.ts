import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { getResource, listAllResources, listMyResources, listResources } from "./list-resources";
import { createResource, deleteResource, editResource, getResourceForm } from "./manage-resources";
import { editedResource, newResource, adminResourceQuery, resourceRef, publicResourceQuery } from "./schemas";

const adminResourcesRouter = router({
  list: adminProcedure.input(adminResourceQuery).query(({ ctx, input }) => listAllResources(ctx, input)),
  getForm: adminProcedure.input(resourceRef).query(({ ctx, input }) => getResourceForm(ctx, input)),
  create: adminProcedure.input(newResource).mutation(({ ctx, input }) => createResource(ctx, input)),
  edit: adminProcedure.input(editedResource).mutation(({ ctx, input }) => editResource(ctx, input)),
  delete: adminProcedure.input(resourceRef).mutation(({ ctx, input }) => deleteResource(ctx, input)),
});

export const resourcesRouter = router({
  admin: adminResourcesRouter,
  listMine: memberProcedure.query(({ ctx }) => listMyResources(ctx)),
  list: publicProcedure.input(publicResourceQuery).query(({ ctx, input }) => listResources(ctx, input)),
  get: publicProcedure.input(resourceRef).query(({ ctx, input }) => getResource(ctx, input)),
});
