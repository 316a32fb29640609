import { holderForm } from "../../accounts/schemas";
import { adminProcedure, router } from "../../core/trpc";
import { openExport } from "./export-everything";
import { backupDownload, backupRef, getBackup, getBackups, openBackup, requestBackup } from "./manage-backups";
import { isPaused, reconcileRestored, resumeSite } from "./pause";

export const backupsRouter = router({
  list: adminProcedure.query(({ ctx }) => getBackups(ctx)),
  get: adminProcedure.input(backupRef).query(({ ctx, input }) => getBackup(ctx, input)),
  request: adminProcedure.mutation(({ ctx }) => requestBackup(ctx)),
  open: adminProcedure.input(backupDownload).mutation(({ ctx, input }) => openBackup(ctx, input)),
  openExport: adminProcedure.input(holderForm).mutation(({ ctx, input }) => openExport(ctx, input)),
  isPaused: adminProcedure.query(({ ctx }) => isPaused(ctx.db)),
  reconcile: adminProcedure.mutation(({ ctx }) => reconcileRestored(ctx)),
  resume: adminProcedure.mutation(({ ctx }) => resumeSite(ctx)),
});
