import { memberProcedure, publicProcedure, router } from "../../core/trpc";
import { getResource, listMyResources, listResources } from "./list-resources";
import { publicResourceQuery, resourceRef } from "./schemas";

export const resourcesRouter = router({
  listMine: memberProcedure.query(({ ctx }) => listMyResources(ctx)),
  list: publicProcedure.input(publicResourceQuery).query(({ ctx, input }) => listResources(ctx, input)),
  get: publicProcedure.input(resourceRef).query(({ ctx, input }) => getResource(ctx, input)),
});
