import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation, useParams } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { waitlistOf } from "~/features/admin/sessions/waitlist-path";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, type Toast } from "~/lib/toast";
import { attempt, attemptLogged, idOf } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Offer a place");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const preview = await attempt(api.waitlist.line.previewOffer({ id: idOf(args, "entryId") }));
  if (!preview.ok && preview.code === "closed") throw backToWaitlist(args, errorToast("Error", preview.message));
  if (!preview.ok) throw new Response(preview.message, { status: preview.status });
  if (preview.value.targetId !== args.params.id) throw new Response("Waitlist entry not found", { status: 404 });
  return preview.value;
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const { offer } = api.waitlist.line;
  const offered = await attemptLogged(args, offer({ id: idOf(args, "entryId") }));
  if (!offered.ok) return backToWaitlist(args, errorToast("Error", offered.message));
  return backToWaitlist(args, successToast("Place offered", "An email with a personal link is on its way."));
}

const backToWaitlist = (args: LoaderFunctionArgs, toast: Toast) =>
  redirectWithToast(args, waitlistOf(new URL(args.request.url)), toast);

export default function OfferPlacePage() {
  const { name, email, title, quantity, countBefore, offeredUntil } = useLoaderData<typeof loader>();
  const back = waitlistOf(useLocation());
  const path = `${back}/${useParams().entryId}/offer`;
  const isOne = quantity === 1;
  return (
    <ConfirmPage
      title={`Offer ${isOne ? "a place" : `${quantity} places`} to ${name}?`}
      back={back}
      action={path}
      failure={{ title: "Failed to offer the place" }}
      confirmLabel={isOne ? "Offer the place" : "Offer the places"}
    >
      <p>
        <b>{name}</b>, {email}: {title}
      </p>
      <p>
        An email with a personal link goes to this address, and {isOne ? "the place is" : `the ${quantity} places are`}{" "}
        held until {offeredUntil}.
      </p>
      {countBefore > 0 && (
        <p>
          {countBefore === 1 ? "One person has" : `${countBefore} people have`} been on the waitlist longer and will
          keep waiting.
        </p>
      )}
    </ConfirmPage>
  );
}

export function ErrorBoundary() {
  return <AdminErrorScreen back={{ label: "Back to the waitlist", to: waitlistOf(useLocation()) }} />;
}
