import { adminProcedure, router } from "../../core/trpc";
import { cancelSession } from "./cancel-session";
import { attachRecording, editSession } from "./edit-session";
import { createSession, duplicateSession } from "./create-session";
import { deleteSession, getEnding } from "./delete-session";
import { getSessionDetails } from "./get-session-details";
import { getNewSessionForm, getSessionForm } from "./get-session-form";
import { listSessions } from "./list-sessions";
import {
  attachedRecording,
  cancelledSession,
  duplicateForm,
  editedSession,
  newSessionForm,
  sessionFormRef,
  sessionRef,
  sessionSearch,
} from "./schemas";

export const sessionsRouter = router({
  list: adminProcedure.input(sessionSearch).query(({ ctx, input }) => listSessions(ctx, input)),
  get: adminProcedure.input(sessionRef).query(({ ctx, input }) => getSessionDetails(ctx, input)),
  getNewForm: adminProcedure.query(({ ctx }) => getNewSessionForm(ctx)),
  getForm: adminProcedure.input(sessionFormRef).query(({ ctx, input }) => getSessionForm(ctx, input)),
  create: adminProcedure.input(newSessionForm).mutation(({ ctx, input }) => createSession(ctx, input)),
  edit: adminProcedure.input(editedSession).mutation(({ ctx, input }) => editSession(ctx, input)),
  duplicate: adminProcedure.input(duplicateForm).mutation(({ ctx, input }) => duplicateSession(ctx, input)),
  getEnding: adminProcedure.input(sessionRef).query(({ ctx, input }) => getEnding(ctx, input)),
  delete: adminProcedure.input(sessionRef).mutation(({ ctx, input }) => deleteSession(ctx, input)),
  cancel: adminProcedure
    .input(cancelledSession)
    .mutation(({ ctx, input: { id, note } }) => cancelSession(ctx, id, { note: note || null, actorId: ctx.user.id })),
  attachRecording: adminProcedure.input(attachedRecording).mutation(({ ctx, input }) => attachRecording(ctx, input)),
});
