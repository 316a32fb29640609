import { memberProcedure, router } from "../trpc/init";
import { getHome } from "./get-home";

export const homeRouter = router({
  get: memberProcedure.query(({ ctx }) => getHome(ctx)),
});
