import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { sayTaken, StandingPlaceCards } from "~/features/memberships/standing-places";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, infoToast, successToast, useToast } from "~/lib/toast";
import { apiFor, attemptLogged, load } from "~/server/api.server";
import { requireMember } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { standingForm, standingRef } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Standing Places");

const path = "/user/membership/standing";

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args);
  return { standing: await load(apiFor(args).standing.getMine()) };
}

/** Takes or gives up a standing place, or releases one of its dates. */
export async function action(args: ActionFunctionArgs) {
  requireMember(args);
  const fields = await readFields(args.request);
  const intent = fields.get("intent");
  if (intent === "release" || intent === "give-up") return letGo(args, fields, intent);
  const submission = parseForm(fields, standingForm);
  if (submission.status !== "success") return refuse(submission);
  const taken = await attemptLogged(args, apiFor(args).standing.take(submission.value));
  if (!taken.ok) {
    const field = taken.code === "health_unconfirmed" ? "healthVersion" : taken.field;
    return refuseCall(submission, { ...taken, field }, "No standing place");
  }
  return redirectWithToast(args, path, successToast("It is yours", sayTaken(taken.value.taken)));
}

async function letGo(args: ActionFunctionArgs, fields: URLSearchParams, intent: "release" | "give-up") {
  const submission = parseForm(fields, standingRef);
  if (submission.status !== "success") return refuse(submission);
  const { id } = submission.value;
  const api = apiFor(args);
  const call: Promise<unknown> =
    intent === "release" ? api.bookings.cancel({ bookingId: id }) : api.standing.giveUp({ id });
  const done = await attemptLogged(args, call);
  if (!done.ok) return redirectWithToast(args, path, errorToast("Nothing has changed", done.message));
  const title = intent === "release" ? "The date is released" : "The standing place is given up";
  return redirectWithToast(args, path, infoToast(title));
}

export default function StandingPlacesPage() {
  const { standing } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <BackLink to="/user/membership">My Membership</BackLink>
      <PageHead
        title="Standing Places"
        lede="A place in every date of a series, for as long as your membership covers it."
      />
      <StandingPlaceCards standing={standing} path={path} refused={refused} />
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
