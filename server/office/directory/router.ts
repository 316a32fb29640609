import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import { requestRef } from "../../selling/one-to-one/schemas";
import { forgetRequest } from "../deletion/forget-request";
import { deleteUser, getUserDeletion, sendPasswordReset, setUserPassword, updateUser } from "./change-user";
import { exportConsents, listConsents } from "./list-consents";
import { getNewsletterForm, previewNewsletter, sendNewsletter } from "./newsletter";
import { exportPerson, forgetAsked, forgetImported, getPerson, saveNote } from "./person";
import { exportPeople, listPeople } from "./list-people";
import {
  consentQuery,
  consentsExport,
  newsletter,
  peopleExport,
  peopleQuery,
  personNoteChange,
  personRef,
  userChange,
  userDeletion,
  userPassword,
  userQuery,
  userRef,
  userReset,
} from "./schemas";
import { getUser, listUsers } from "./users";

export const usersRouter = router({
  list: adminProcedure.input(userQuery).query(({ ctx, input }) => listUsers(ctx, input)),
  get: adminProcedure.input(userRef).query(({ ctx, input }) => getUser(ctx, input)),
  update: adminProcedure.input(userChange).mutation(({ ctx, input }) => updateUser(ctx, input)),
  setPassword: adminProcedure.input(userPassword).mutation(({ ctx, input }) => setUserPassword(ctx, input)),
  getDeletion: adminProcedure.input(userRef).query(({ ctx, input }) => getUserDeletion(ctx, input)),
  delete: adminProcedure.input(userDeletion).mutation(({ ctx, input }) => deleteUser(ctx, input)),
  sendReset: adminProcedure.input(userReset).mutation(({ ctx, input }) => sendPasswordReset(ctx, input)),
});

export const peopleRouter = router({
  list: adminProcedure.input(peopleQuery).query(({ ctx, input }) => listPeople(ctx, input)),
  get: adminProcedure.input(personRef).query(({ ctx, input }) => getPerson(ctx, input)),
  saveNote: adminProcedure.input(personNoteChange).mutation(({ ctx, input }) => saveNote(ctx, input)),
  forgetImported: adminProcedure.input(personRef).mutation(({ ctx, input }) => forgetImported(ctx, input)),
  forgetAsked: adminProcedure.input(personRef).mutation(({ ctx, input }) => forgetAsked(ctx, input)),
  forgetRequest: publicProcedure.input(requestRef).mutation(({ ctx, input }) => forgetRequest(ctx, input)),
  export: adminProcedure.input(personRef).query(({ ctx, input }) => exportPerson(ctx, input)),
  exportAll: adminProcedure.input(peopleExport).query(({ ctx, input }) => exportPeople(ctx, input)),
});

export const newsletterRouter = router({
  listConsents: adminProcedure.input(consentQuery).query(({ ctx, input }) => listConsents(ctx, input)),
  exportConsents: adminProcedure.input(consentsExport).query(({ ctx, input }) => exportConsents(ctx, input)),
  getForm: adminProcedure.query(({ ctx }) => getNewsletterForm(ctx)),
  preview: adminProcedure.input(newsletter).query(({ ctx, input }) => previewNewsletter(ctx, input)),
  send: adminProcedure.input(newsletter).mutation(({ ctx, input }) => sendNewsletter(ctx, input)),
});
