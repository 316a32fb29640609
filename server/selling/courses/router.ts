import { memberProcedure, publicProcedure, router } from "../../core/trpc";
import { bookCourse } from "./book-course";
import { cancelCourse } from "./cancel-course";
import { getCourseForm } from "./course-form";
import { getCourse, listCourses } from "./get-course";
import { makeUpDate } from "./make-up";
import { getCourseFile, getHeldCourse, listMyCourses } from "./my-courses";
import { courseFormQuery, courseRef, heldCourseRef, makingUp, newCourseBooking } from "./schemas";

export const coursesRouter = router({
  list: publicProcedure.query(({ ctx }) => listCourses(ctx)),
  get: publicProcedure.input(courseRef).query(({ ctx, input }) => getCourse(ctx, input)),
  getForm: publicProcedure.input(courseFormQuery).query(({ ctx, input }) => getCourseForm(ctx, input)),
  book: publicProcedure.input(newCourseBooking).mutation(({ ctx, input }) => bookCourse(ctx, input)),
  getHeld: publicProcedure.input(heldCourseRef).query(({ ctx, input }) => getHeldCourse(ctx, input)),
  getFile: publicProcedure.input(heldCourseRef).query(({ ctx, input }) => getCourseFile(ctx, input)),
  cancel: publicProcedure.input(heldCourseRef).mutation(({ ctx, input }) => cancelCourse(ctx, input)),
  makeUp: publicProcedure.input(makingUp).mutation(({ ctx, input }) => makeUpDate(ctx, input)),
  listMine: memberProcedure.query(({ ctx }) => listMyCourses(ctx)),
});
