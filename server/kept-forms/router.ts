import { z } from "zod";
import { typedLine } from "../core/input-schemas";
import { memberProcedure, router } from "../trpc/init";
import { takeKeptForm } from "./kept-forms";

const wanted = z.object({ id: z.uuid(), address: typedLine(2000) });

export const keptFormsRouter = router({
  take: memberProcedure.input(wanted).mutation(({ ctx, input }) => takeKeptForm(ctx, input)),
});
