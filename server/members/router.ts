import { adminProcedure, memberProcedure, router } from "../trpc/init";
import { getHome } from "./get-home";
import { getOffice } from "../operations/overview/get-office";

export const homeRouter = router({
  get: memberProcedure.query(({ ctx }) => getHome(ctx)),
  getOffice: adminProcedure.query(({ ctx }) => getOffice(ctx)),
});
