import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useParams } from "@remix-run/react";
import { apiFor, attempt, attemptOrSay } from "~/server/api.server";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta, siteOf } from "~/lib/page-meta";
import type { Toast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction = ({ matches }) => privateMeta("Offer a place", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const preview = await attempt(apiFor(args).waitlist.line.previewOffer({ id: args.params.entryId ?? "" }));
  if (!preview.ok && preview.code === "closed") throw await redirectWithToast(...backTo(args, failed(preview.message)));
  if (!preview.ok) throw new Response(preview.message, { status: preview.status });
  if (preview.value.sessionId !== args.params.id) throw new Response("Waitlist entry not found", { status: 404 });
  return preview.value;
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const { offer } = apiFor(args).waitlist.line;
  const offered = await attemptOrSay(args, offer({ id: args.params.entryId ?? "" }), "Please try again.");
  const toast: Toast = offered.ok
    ? { kind: "success", title: "Place offered", text: "A mail with a personal link is on its way." }
    : failed(offered.message);
  return redirectWithToast(...backTo(args, toast));
}

const failed = (text: string): Toast => ({ kind: "error", title: "Error", text });

const backTo = ({ context, params }: LoaderFunctionArgs, toast: Toast) =>
  [context, `/admin/sessions/${params.id}/waitlist`, toast] as const;

export default function OfferPlacePage() {
  const { name, email, title, countBefore, offeredUntil } = useLoaderData<typeof loader>();
  const { id, entryId } = useParams();
  const back = `/admin/sessions/${id}/waitlist`;
  const path = `${back}/${entryId}/offer`;
  return (
    <ConfirmPage
      title={`Offer a place to ${name}?`}
      back={back}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to offer the place" }}
      confirm="Offer the place"
    >
      <p>
        <b>{name}</b>, {email}: {title}
      </p>
      <p>A mail with a personal link goes to this address, and the place is held until {offeredUntil}.</p>
      {countBefore > 0 && (
        <p>
          {countBefore === 1 ? "One person has" : `${countBefore} people have`} waited longer, and will go on waiting.
        </p>
      )}
    </ConfirmPage>
  );
}

export function ErrorBoundary() {
  const { id } = useParams();
  return <AdminErrorScreen back={{ label: "Back to the waitlist", to: `/admin/sessions/${id}/waitlist` }} />;
}
