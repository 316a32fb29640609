import { publicProcedure, router } from "../../core/trpc";
import { bookCourse } from "./book-course";
import { getCourseForm } from "./course-form";
import { courseFormQuery, newCourseBooking } from "./schemas";

export const coursesRouter = router({
  getForm: publicProcedure.input(courseFormQuery).query(({ ctx, input }) => getCourseForm(ctx, input)),
  book: publicProcedure.input(newCourseBooking).mutation(({ ctx, input }) => bookCourse(ctx, input)),
});
