import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { offersPath } from "~/features/admin/admin-paths";
import { RequestList } from "~/features/admin/one-to-one/request-list";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm } from "~/server/form.server";
import { requestDecision } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { HeadedSection } from "~/ui/headed-section";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("One to One");

export async function loader(args: LoaderFunctionArgs) {
  const { admin, requests } = adminApi(args).oneToOne;
  const [offers, asked] = await Promise.all([load(admin.list()), load(requests.list())]);
  return { offers, requests: asked };
}

/** Approves or declines a request. */
export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const submission = await readForm(args.request, requestDecision);
  if (submission.status !== "success") throw new Response("Not a decision", { status: 400 });
  const decided = await attemptLogged(args, api.oneToOne.requests.decide(submission.value));
  const done = submission.value.decision === "approved" ? "Approved" : "Declined";
  const toast = decided.ok ? successToast(done, "An email tells them.") : errorToast("Error", decided.message);
  return redirectWithToast(args, offersPath, toast);
}

export default function OffersPage() {
  const { offers, requests } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="One to One" lede="What one person can book at a time that is free. Booked ones are sessions.">
        <ButtonLink to={`${offersPath}/new`}>Add One to One</ButtonLink>
      </PageHead>
      <RequestList requests={requests} action={`${offersPath}?index`} />
      {offers.length > 0 ? (
        <HeadedSection heading="Offers">
          <ul className="border-t border-line">
            {offers.map(({ id, title, price, minutes, isOn, needsApproval }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
                <TextLink to={`${offersPath}/${id}`}>{title}</TextLink>
                <span className="text-ink-soft">
                  {price} for {minutes} minutes{needsApproval ? ", on request" : ""}
                  {isOn ? "" : ", not on sale"}
                </span>
              </li>
            ))}
          </ul>
        </HeadedSection>
      ) : (
        <EmptyState>There are no one-to-one sessions yet.</EmptyState>
      )}
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
