import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { buy, leadAway } from "~/features/buying/buy.server";
import { followPaymentLeft, paidIn } from "~/features/buying/payment-return.server";
import { offerOf, waitlistPath } from "~/features/waitlist/waitlist";
import { apiFor, attempt, idOf, load } from "~/server/api.server";
import { rememberPass } from "~/server/cookies.server";
import { readFields } from "~/server/form.server";
import { guestCourseForm, memberCourseForm } from "~/server/schemas.server";

export const coursePath = (id: string): string => `/courses/${encodeURIComponent(id)}`;
const bookPath = (id: string): string => `${coursePath(id)}/book`;

/** Redirects a visitor who comes back from the payment page. Call it first. */
export async function followCourseReturn(args: LoaderFunctionArgs): Promise<void> {
  const purchaseId = paidIn(args);
  if (purchaseId) {
    await load(apiFor(args).purchases.confirm({ purchaseId }));
    const held = await load(attempt(apiFor(args).courses.getHeld({ purchaseId })));
    throw redirect(
      held.ok ? `/my-course/${encodeURIComponent(purchaseId)}?booked` : `${coursePath(idOf(args))}?booked`,
    );
  }
  followPaymentLeft(args, "purchase", bookPath(idOf(args)));
}

/** Books, or shows the price again, as the pressed button of a course's form says. */
export async function bookCourse(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  const { courses } = apiFor(args);
  const { user } = args.context.auth;
  const id = idOf(args);
  const entry = offerOf(args);
  return buy(args, fields, {
    schema: user ? memberCourseForm : guestCourseForm,
    getForm: (typed) => load(courses.getForm({ ...typed, id, entry })),
    order: (input) => courses.book({ ...input, id, entry }),
    failure: "Failed to book the course. Please try again.",
    titleOf: () => "Not booked yet",
    leadAway: ({ code, ending = code === "not_found" ? "gone" : undefined }) => {
      const page = entry ? waitlistPath(entry) : `${coursePath(id)}?refused=${ending}`;
      return ending ? leadAway(args, fields, { sessionId: id, page }) : null;
    },
    remember: ({ purchaseId }) => (user ? [] : [rememberPass(args, purchaseId)]),
  });
}
