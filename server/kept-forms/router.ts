import { z } from "zod";
import { typedLine } from "../core/input-schemas";
import { memberProcedure, router } from "../trpc/init";
import { getKeptForm } from "./kept-forms";

const wanted = z.object({ id: z.uuid(), address: typedLine(2000) });

export const keptFormsRouter = router({
  get: memberProcedure.input(wanted).query(({ ctx, input }) => getKeptForm(ctx, input)),
});
