import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { memberPath } from "~/features/admin/admin-paths";
import { sayTaken, StandingPlaceCards } from "~/features/memberships/standing-places";
import { type RefusedForm, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, infoToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse, refuseCall } from "~/server/form.server";
import { standingForm, standingRef } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Standing places", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const { member } = await load(api.memberships.admin.getMember({ id }));
  return { id, member, standing: await load(api.standing.admin.get({ id })) };
}

/** Takes or gives up a standing place for a member. */
export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).standing;
  const membershipId = idOf(args);
  const path = `${memberPath(membershipId)}/standing`;
  const fields = await readFields(args.request);
  if (fields.get("intent") === "give-up") {
    const ended = parseForm(fields, standingRef);
    if (ended.status !== "success") return refuse(ended);
    const done = await attemptLogged(args, admin.giveUp(ended.value));
    const toast = done.ok
      ? infoToast("The standing place is given up", "Dates that are booked stay booked.")
      : errorToast("Nothing has changed", done.message);
    return redirectWithToast(args, path, toast);
  }
  const submission = parseForm(fields, standingForm);
  if (submission.status !== "success") return refuse(submission);
  const { seriesId } = submission.value;
  const taken = await attemptLogged(args, admin.take({ membershipId, seriesId }));
  if (!taken.ok) return refuseCall(submission, taken, "No standing place");
  return redirectWithToast(args, path, successToast("Taken for the member", sayTaken(taken.value.taken)));
}

export default function MemberStandingPage() {
  const { id, member, standing } = useLoaderData<typeof loader>();
  const refused: RefusedForm | undefined = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <BackLink to={memberPath(id)}>{member}</BackLink>
      <PageHead title="Standing Places" lede={`A place in every date of a series, taken for ${member}.`} />
      <StandingPlaceCards standing={standing} refused={refused} isOffice={true} path={`${memberPath(id)}/standing`} />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
