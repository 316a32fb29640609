import { adminProcedure, router } from "../../trpc/init";
import { resourceRef } from "../schemas";
import { createResource, deleteResource, editResource, getResourceForm } from "./manage-resources";
import { listAllResources } from "./list-all-resources";
import { editedResource, newResource, resourceQuery } from "./schemas";

export const adminResourcesRouter = router({
  list: adminProcedure.input(resourceQuery).query(({ ctx, input }) => listAllResources(ctx, input)),
  getForm: adminProcedure.input(resourceRef).query(({ ctx, input }) => getResourceForm(ctx, input)),
  create: adminProcedure.input(newResource).mutation(({ ctx, input }) => createResource(ctx, input)),
  edit: adminProcedure.input(editedResource).mutation(({ ctx, input }) => editResource(ctx, input)),
  delete: adminProcedure.input(resourceRef).mutation(({ ctx, input }) => deleteResource(ctx, input)),
});
