import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { memberPath } from "~/features/admin/admin-paths";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { MembershipChangeFields } from "~/features/admin/memberships/change-fields";
import { changeKindIn, changeWords } from "~/features/admin/memberships/change-words";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { paidMinorOf, readForm, refuse, refuseCall } from "~/server/form.server";
import { membershipChangeForm } from "~/server/schemas.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Change a membership", "Membership not found");

export async function loader(args: LoaderFunctionArgs) {
  const member = await load(adminApi(args).memberships.admin.getMember({ id: idOf(args) }));
  const kind = changeKindIn(new URL(args.request.url).searchParams.get("kind")) ?? "extend";
  return { member, kind };
}

const failure = "Failed to change the membership. Please try again.";

export async function action(args: ActionFunctionArgs) {
  const { admin } = adminApi(args).memberships;
  const id = idOf(args);
  const submission = await readForm(args.request, membershipChangeForm);
  if (submission.status !== "success") return refuse(submission);
  const { amount, ...change } = submission.value;
  const saved = await attemptLogged(args, admin.change({ ...change, paidMinor: paidMinorOf(amount), id }), failure);
  if (saved.ok) {
    return redirectWithToast(args, memberPath(id), successToast("Membership changed", "Its member gets an email."));
  }
  if (saved.code !== "changed_meanwhile") return refuseCall(submission, saved, "Membership not changed");
  const { version } = await load(admin.getMember({ id }));
  const toast = errorToast("Membership not changed", saved.message);
  return refuse(submission, { ...saved, toast, filled: { version } });
}

export default function ChangeMembershipPage() {
  const { member, kind: opened } = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const kind = changeKindIn(typedIn(refused, "kind") ?? null) ?? opened;
  const { title, button, text } = changeWords[kind];
  const canBeDone = member.changes.includes(kind);
  useToast(refused);
  return (
    <ConfirmPage
      title={`${title} ${member.member}`}
      back={memberPath(member.id)}
      backLabel={member.member}
      action={`${memberPath(member.id)}/change`}
      failure={{ title: "Error", text: failure }}
      confirmLabel={canBeDone ? button : null}
      isDangerous={kind === "end"}
      toast={refused?.toast}
    >
      <p>
        “{member.title}”: {member.period}. {text}
      </p>
      {canBeDone ? (
        <MembershipChangeFields kind={kind} member={member} refused={refused} />
      ) : (
        <p>This can’t be done with this membership now.</p>
      )}
    </ConfirmPage>
  );
}

export { AdminErrorScreen as ErrorBoundary };
