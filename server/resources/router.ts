import { publicProcedure, router } from "../trpc/init";
import { adminResourcesRouter } from "./admin/router";
import { getResource, listResources } from "./resources";
import { resourceRef, resourceSearch } from "./schemas";

export const resourcesRouter = router({
  admin: adminResourcesRouter,
  list: publicProcedure.input(resourceSearch).query(({ ctx, input }) => listResources(ctx, input)),
  get: publicProcedure.input(resourceRef).query(({ ctx, input }) => getResource(ctx, input)),
});
