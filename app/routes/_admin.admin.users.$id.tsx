import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, subscriptionStatuses, userForm } from "~/server/api.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { conflictKey } from "~/features/admin/form-version";
import { UserDetails, UserHistory } from "~/features/admin/people/user-details";
import { UserForm } from "~/features/admin/people/user-form";
import { Card } from "~/ui/card";
import { conflictOf } from "~/lib/forms/conflict";
import { readForm, refuse } from "~/server/form.server";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
import { useFormAnswer } from "~/lib/forms/form-answer";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateMeta(data?.user.fullName ?? "User not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { bookings, purchases, ...user } = await load(apiFor(args).users.get({ id: args.params.id ?? "" }));
  const orders = `/admin/orders?${new URLSearchParams({ search: user.email }).toString()}`;
  return {
    user,
    isEditing: new URL(args.request.url).searchParams.has("edit"),
    statuses: subscriptionStatuses,
    orders,
    bookings: bookings.map(({ sessionId, paymentStatus, ...booking }) => ({
      ...booking,
      status: booking.status === "confirmed" ? "confirmed" : paymentStatus,
      href: `/admin/sessions/${sessionId}`,
    })),
    purchases: purchases.map((purchase) => ({ ...purchase, href: orders })),
  };
}

const labels = { fullName: "Full name", email: "Email", subscriptionStatus: "Subscription status" };

/** Saves the edit form. */
export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const submission = await readForm(args.request, userForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const failure = "Failed to update user details";
  const saved = await attemptOrSay(args, apiFor(args).users.update({ id, ...submission.value }), failure);
  if (!saved.ok && saved.code === "invalid")
    return refuse(submission, { ...saved, errors: { email: [saved.message] } });
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, fullName, email, subscriptionStatus } = await load(apiFor(args).users.get({ id }));
    const values = { fullName, email, subscriptionStatus };
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok && saved.code === "not_found") throw new Response(saved.message, { status: 404 });
  if (!saved.ok) {
    const text = saved.message === failure ? "Please try again." : saved.message;
    return refuse(submission, { ...saved, toast: { kind: "error", title: failure, text } });
  }
  const text = saved.value.isEmailAsked
    ? "The new address counts once it is confirmed: a link is on its way to it."
    : "";
  return redirectWithToast(args.context, `/admin/users/${id}`, {
    kind: "success",
    title: "User details updated",
    text,
  });
}

export default function UserPage() {
  const { user, isEditing, statuses, orders, bookings, purchases } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const path = `/admin/users/${user.id}`;
  return (
    <>
      <BackLink to="/admin/users">Users</BackLink>
      <PageHead title={user.fullName}>
        {!isEditing && (
          <Link className="btn" to="?edit" preventScrollReset>
            Edit
          </Link>
        )}
      </PageHead>
      <div className="cards">
        <Card title="User Details">
          {isEditing ? (
            <UserForm
              key={conflictKey(refused)}
              user={user}
              statuses={statuses}
              action={`${path}?edit`}
              back={path}
              refused={refused}
            />
          ) : (
            <UserDetails user={user} path={path} />
          )}
        </Card>
        <UserHistory
          title="Bookings"
          lines={bookings}
          empty="No bookings yet."
          all={{ href: orders, count: user.bookingCount }}
        />
        <UserHistory title="Purchases" lines={purchases} empty="No purchases yet." all={null} />
      </div>
    </>
  );
}
