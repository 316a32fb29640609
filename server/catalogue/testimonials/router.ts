import { adminProcedure, publicProcedure, router } from "../../core/trpc";
import {
  createTestimonial,
  deleteTestimonial,
  editTestimonial,
  getTestimonialForm,
  listSeries,
  listTestimonials,
  withdrawConsent,
} from "./manage-testimonials";
import { editedTestimonial, newTestimonial, sessionRef, testimonialRef } from "./schemas";
import { listForHome, listForSession } from "./show-testimonials";

const adminTestimonialsRouter = router({
  list: adminProcedure.query(({ ctx }) => listTestimonials(ctx)),
  series: adminProcedure.query(({ ctx }) => listSeries(ctx)),
  getForm: adminProcedure.input(testimonialRef).query(({ ctx, input }) => getTestimonialForm(ctx, input)),
  create: adminProcedure.input(newTestimonial).mutation(({ ctx, input }) => createTestimonial(ctx, input)),
  edit: adminProcedure.input(editedTestimonial).mutation(({ ctx, input }) => editTestimonial(ctx, input)),
  withdraw: adminProcedure.input(testimonialRef).mutation(({ ctx, input }) => withdrawConsent(ctx, input)),
  delete: adminProcedure.input(testimonialRef).mutation(({ ctx, input }) => deleteTestimonial(ctx, input)),
});

export const testimonialsRouter = router({
  admin: adminTestimonialsRouter,
  forHome: publicProcedure.query(({ ctx }) => listForHome(ctx)),
  forSession: publicProcedure.input(sessionRef).query(({ ctx, input }) => listForSession(ctx, input)),
});
