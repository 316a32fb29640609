import { adminProcedure, router } from "../../trpc/init";
import { createCategory, deleteCategory, getCategory, listCategories, renameCategory } from "./categories";
import { categoryRef, newCategoryForm, renamedCategory } from "./schemas";

export const categoriesRouter = router({
  list: adminProcedure.query(({ ctx }) => listCategories(ctx)),
  get: adminProcedure.input(categoryRef).query(({ ctx, input }) => getCategory(ctx, input)),
  create: adminProcedure.input(newCategoryForm).mutation(({ ctx, input }) => createCategory(ctx, input)),
  rename: adminProcedure.input(renamedCategory).mutation(({ ctx, input }) => renameCategory(ctx, input)),
  delete: adminProcedure.input(categoryRef).mutation(({ ctx, input }) => deleteCategory(ctx, input)),
});
