import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { conflictKey } from "~/features/admin/form-version";
import { UserDetails, UserHistory } from "~/features/admin/people/user-details";
import { UserForm } from "~/features/admin/people/user-form";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse } from "~/server/form.server";
import { subscriptionStatuses, userForm } from "~/server/schemas.server";
import { orderAddress } from "~/features/admin/admin-paths";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { BackLink, PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data?.user.fullName ?? "User not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const { bookings, purchases, memberships, ...user } = await load(api.users.get({ id: idOf(args) }));
  const back = `/admin/users/${user.id}`;
  const orders = `/admin/orders?${new URLSearchParams({ search: user.email }).toString()}`;
  return {
    user,
    isEditing: new URL(args.request.url).searchParams.has("edit"),
    statuses: subscriptionStatuses,
    orders,
    bookings: bookings.map(({ sessionId: _, paymentStatus, ...booking }) => ({
      ...booking,
      status: booking.status === "confirmed" ? "confirmed" : paymentStatus,
      href: orderAddress({ kind: "booking", id: booking.id }, null, { back }),
    })),
    memberships: memberships.map(({ state: status, joinedOn: date, ...membership }) => ({
      ...membership,
      status,
      date,
      href: `/admin/memberships/members/${membership.id}`,
    })),
    purchases: purchases.map((purchase) => ({
      ...purchase,
      href: orderAddress({ kind: "purchase", id: purchase.id }, null, { back }),
    })),
  };
}

const labels = { fullName: "Full name", email: "Email", subscriptionStatus: "Subscription status" };

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, userForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = "Failed to update user details";
  const saved = await attemptLogged(args, api.users.update({ id, ...submission.value }), failure);
  if (!saved.ok && saved.code === "invalid")
    return refuse(submission, { ...saved, errors: { email: [saved.message] } });
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, fullName, email, subscriptionStatus } = await load(api.users.get({ id }));
    const values = { fullName, email, subscriptionStatus };
    const conflict = conflictOf(labels, { version, values }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok && saved.code === "not_found") throw new Response(saved.message, { status: 404 });
  if (!saved.ok) {
    const text = saved.message === failure ? "Please try again." : saved.message;
    return refuse(submission, { ...saved, toast: errorToast(failure, text) });
  }
  const text = saved.value.isEmailAsked
    ? "We’ve emailed a link to the new address. It takes effect once it is confirmed."
    : "";
  return redirectWithToast(args, `/admin/users/${id}`, successToast("User details updated", text));
}

export default function UserPage() {
  const { user, isEditing, statuses, orders, bookings, purchases, memberships } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const path = `/admin/users/${user.id}`;
  return (
    <>
      <BackLink to="/admin/users">Users</BackLink>
      <PageHead title={user.fullName}>
        {!isEditing && (
          <ButtonLink to="?edit" preventScrollReset>
            Edit
          </ButtonLink>
        )}
      </PageHead>
      <div className="grid max-w-208 gap-6">
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
        {memberships.length > 0 && <UserHistory title="Memberships" rows={memberships} empty="" all={null} />}
        <UserHistory
          title="Bookings"
          rows={bookings}
          empty="No bookings yet."
          all={{ href: orders, count: user.bookingCount }}
        />
        <UserHistory title="Purchases" rows={purchases} empty="No purchases yet." all={null} />
      </div>
    </>
  );
}
