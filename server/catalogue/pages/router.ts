import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { createPage, deletePage, editPage, restoreVersion, unpublishPage } from "./manage-pages";
import { getPageForm, getVersion, listPages } from "./page-forms";
import { getPage } from "./read-page";
import { editedPage, newPage, pageRef, versionRef } from "./schemas";

const adminPagesRouter = router({
  list: adminProcedure.query(({ ctx }) => listPages(ctx)),
  getForm: adminProcedure.input(pageRef).query(({ ctx, input }) => getPageForm(ctx, input)),
  getVersion: adminProcedure.input(versionRef).query(({ ctx, input }) => getVersion(ctx, input)),
  create: adminProcedure.input(newPage).mutation(({ ctx, input }) => createPage(ctx, input)),
  edit: adminProcedure.input(editedPage).mutation(({ ctx, input }) => editPage(ctx, input)),
  restore: adminProcedure.input(versionRef).mutation(({ ctx, input }) => restoreVersion(ctx, input)),
  unpublish: adminProcedure.input(pageRef).mutation(({ ctx, input }) => unpublishPage(ctx, input)),
  delete: adminProcedure.input(pageRef).mutation(({ ctx, input }) => deletePage(ctx, input)),
});

export const pagesRouter = router({
  admin: adminPagesRouter,
  get: publicProcedure.input(pageRef).query(({ ctx, input }) => getPage(ctx, input)),
});
