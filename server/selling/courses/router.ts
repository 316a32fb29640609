import { adminProcedure, memberProcedure, publicProcedure, router } from "../../core/trpc";
import { deleteUnsold } from "../../catalogue/products/unsold";
import { bookCourse } from "./book-course";
import { cancelCourse } from "./cancel-course";
import { getCourseForm } from "./course-form";
import { getCourse, listCourses } from "./get-course";
import { listBuyers } from "./list-buyers";
import { makeUpDate } from "./make-up";
import { createCourse, editCourse, getCourseToEdit, getNewCourse, listOfficeCourses } from "./manage-courses";
import { getCourseFile, getHeldCourse, listMyCourses } from "./my-courses";
import { editedCourse, newCourse, seriesRef } from "./office-schemas";
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
  admin: router({
    list: adminProcedure.query(({ ctx }) => listOfficeCourses(ctx)),
    getNew: adminProcedure.input(seriesRef).query(({ ctx, input }) => getNewCourse(ctx, input)),
    getForm: adminProcedure.input(courseRef).query(({ ctx, input }) => getCourseToEdit(ctx, input)),
    listBuyers: adminProcedure.input(courseRef).query(({ ctx, input }) => listBuyers(ctx, input)),
    create: adminProcedure.input(newCourse).mutation(({ ctx, input }) => createCourse(ctx, input)),
    delete: adminProcedure
      .input(courseRef)
      .mutation(({ ctx, input }) => deleteUnsold(ctx, { ...input, kind: "course" })),
    edit: adminProcedure.input(editedCourse).mutation(({ ctx, input }) => editCourse(ctx, input)),
  }),
});
