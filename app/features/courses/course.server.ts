import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node";
import type { Ending } from "@server/core/errors";
import { choiceIn, draftFrom, giftsIn } from "~/features/bookings/typed-booking.server";
import { followGiftIntent } from "~/features/bookings/gift-intents";
import { offerOf, waitlistPath } from "~/features/waitlist/waitlist";
import { isInside } from "~/lib/navigation";
import { paymentLeftAddress } from "~/lib/payment-left";
import { errorToast, type Toast } from "~/lib/toast";
import { apiFor, attempt, attemptLogged, idOf, load } from "~/server/api.server";
import { keepRefusedDraft, rememberPass } from "~/server/cookies.server";
import { parseForm, readFields, retryAfter } from "~/server/form.server";
import { guestCourseForm, memberCourseForm } from "~/server/schemas.server";

export const coursePath = (id: string): string => `/courses/${encodeURIComponent(id)}`;
const bookPath = (id: string): string => `${coursePath(id)}/book`;

/** Redirects a visitor who comes back from the payment page. Call it first. */
export async function followCourseReturn(args: LoaderFunctionArgs): Promise<void> {
  const query = new URL(args.request.url).searchParams;
  const [returned, left] = [query.get("purchaseId"), query.get("cancelled")];
  if (query.get("success") === "true" && returned) {
    await load(apiFor(args).purchases.confirm({ purchaseId: returned }));
    const held = await load(attempt(apiFor(args).courses.getHeld({ purchaseId: returned })));
    throw redirect(held.ok ? `/my-course/${encodeURIComponent(returned)}?booked` : `${coursePath(idOf(args))}?booked`);
  }
  if (left) throw redirect(paymentLeftAddress({ kind: "purchase", id: left }, bookPath(idOf(args))));
}

const failed = "Failed to book the course. Please try again.";

export async function bookCourse(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  const intent = fields.get("intent");
  if (intent === "remove" || intent === "without-code") fields.delete("discountCode");
  if (followGiftIntent(fields) || ["apply", "remove", "tickets"].includes(intent ?? "")) return tryCode(args, fields);
  const submission = parseForm(fields, schemaFor(args));
  if (submission.status !== "success") return showRefused(args, fields, { status: 422, toast: null });
  const id = idOf(args);
  const booked = await attemptLogged(
    args,
    apiFor(args).courses.book({ ...submission.value, id, entry: offerOf(args) }),
    failed,
  );
  if (booked.ok) {
    const { next, purchaseId } = booked.value;
    const headers: HeadersInit = args.context.auth.user ? {} : { "Set-Cookie": rememberPass(args, purchaseId) };
    return isInside(next) ? redirect(next, { status: 303, headers }) : redirectDocument(next, { status: 303, headers });
  }
  if (booked.ending || booked.code === "not_found") return leadAway(args, fields, booked.ending);
  const field = booked.code === "health_unconfirmed" ? "healthVersion" : booked.field;
  return showRefused(args, fields, {
    status: booked.status,
    toast: errorToast("Not booked yet", booked.message),
    errors: field ? { [field]: [booked.message] } : {},
    retryAfterSeconds: booked.retryAfterSeconds,
  });
}

/** Leads to the page that says why nothing can be booked any more, and keeps what was typed for the next form. */
function leadAway(args: ActionFunctionArgs, fields: URLSearchParams, ending: Ending = "gone") {
  const entry = offerOf(args);
  const page = entry ? waitlistPath(entry) : `${coursePath(idOf(args))}?refused=${ending}`;
  const headers = { "Set-Cookie": keepRefusedDraft(args.context, draftFrom(args, fields, { sessionId: idOf(args) })) };
  return redirect(page, { status: 303, headers });
}

const schemaFor = ({ context: { auth } }: ActionFunctionArgs) => (auth.user ? memberCourseForm : guestCourseForm);

async function tryCode(args: ActionFunctionArgs, fields: URLSearchParams) {
  const form = await formWith(args, fields);
  const isApplying = fields.get("intent") === "apply";
  const refused = isApplying && !form.discount ? (form.codeRefusal ?? "Invalid discount code") : null;
  const toast = refused ? errorToast("Error", refused) : null;
  const errors: FieldErrors = { ...(refused && { discountCode: [refused] }), ...amountErrors(form) };
  const isRefused = refused || form.gifts?.refusal || form.amountRefusal;
  return answer(args, fields, { form, toast, errors, status: isRefused ? 422 : 200 });
}

type FieldErrors = Record<string, string[]>;
type Refusal = { status: number; toast: Toast | null; errors?: FieldErrors; retryAfterSeconds?: number | undefined };

/** Shows a refused form again with what was typed, the current price and a new form key. */
async function showRefused(args: ActionFunctionArgs, fields: URLSearchParams, refused: Refusal) {
  const form = await formWith(args, fields);
  const ofCode: FieldErrors = form.codeRefusal ? { discountCode: [form.codeRefusal] } : {};
  return answer(args, fields, { form, ...refused, errors: { ...ofCode, ...amountErrors(form), ...refused.errors } });
}

const amountErrors = ({ amountRefusal }: { amountRefusal: string | null }): FieldErrors =>
  amountRefusal ? { amount: [amountRefusal] } : {};

async function formWith(args: ActionFunctionArgs, fields: URLSearchParams) {
  const discountCode = fields.get("discountCode")?.trim() || undefined;
  const chosen = { ...giftsIn(fields), ...choiceIn(fields) };
  return load(apiFor(args).courses.getForm({ id: idOf(args), entry: offerOf(args), discountCode, ...chosen }));
}

type Answer = Refusal & { form: Awaited<ReturnType<typeof formWith>> };

function answer(
  args: ActionFunctionArgs,
  fields: URLSearchParams,
  { form, toast, status, errors = {}, retryAfterSeconds }: Answer,
) {
  const reply = parseForm(fields, schemaFor(args)).reply({ fieldErrors: errors });
  return data({ reply, toast, form }, { status, headers: retryAfter(retryAfterSeconds) });
}
