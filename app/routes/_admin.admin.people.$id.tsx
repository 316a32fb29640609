import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { conflictKey } from "~/features/admin/form-version";
import {
  NoteForm,
  PersonFacts,
  PersonGiftCards,
  PersonHistory,
  PersonMemberships,
  PersonPasses,
  TimesAsked,
} from "~/features/admin/people/person";
import { conflictOf } from "~/lib/forms/conflict";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse } from "~/server/form.server";
import { personNoteForm } from "~/server/schemas.server";
import { Button, ButtonLink, buttonStyle } from "~/ui/button";
import { Card } from "~/ui/card";
import { BackLink, PageHead } from "~/ui/page-head";
import { PostForm } from "~/ui/post-form";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  privateTags(data?.name ?? "Person not found", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  return load(adminApi(args).people.get({ key: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const { people } = adminApi(args);
  const key = idOf(args);
  const fields = await readFields(args.request);
  if (fields.get("intent") === "forget-import") {
    await load(people.forgetImported({ key }));
    return redirectWithToast(args, "/admin/people", successToast("Removed", "The imported customer is forgotten."));
  }
  if (fields.get("intent") === "forget-requests") {
    await load(people.forgetAsked({ key }));
    return redirectWithToast(args, "/admin/people", successToast("Removed", "The requests are forgotten."));
  }
  const submission = parseForm(fields, personNoteForm);
  if (submission.status !== "success") return refuse(submission);
  const failure = "Failed to save the note";
  const saved = await attemptLogged(args, people.saveNote({ key, ...submission.value }), failure);
  if (!saved.ok && saved.code === "changed_meanwhile") {
    const { version, note } = await load(people.get({ key }));
    const conflict = conflictOf({ note: "Private note" }, { version, values: { note } }, submission.payload);
    return refuse(submission, { ...saved, conflict });
  }
  if (!saved.ok) return refuse(submission, { ...saved, toast: errorToast(failure, "Please try again.") });
  return redirectWithToast(args, `/admin/people/${key}`, successToast("Note saved", ""));
}

export default function PersonPage() {
  const person = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const path = `/admin/people/${person.key}`;
  const isBusy = useIsPosting(path);
  const { items } = person.history;
  return (
    <>
      <BackLink to="/admin/people">People</BackLink>
      <PageHead title={person.name}>
        <a className={buttonStyle({ kind: "quiet" })} href={`${path}/export.json`} download>
          Export
        </a>
        {person.userId && (
          <ButtonLink kind="quiet" to={`/admin/users/${person.userId}`}>
            Account
          </ButtonLink>
        )}
      </PageHead>
      <div className="grid max-w-208 gap-6">
        <Card title="Details">
          <PersonFacts person={person} />
          {person.importedOn && (
            <PostForm className="mt-4" action={path} isBusy={isBusy} failure={{ title: "Nothing was removed" }}>
              <Button
                kind="quiet"
                type="submit"
                name="intent"
                value="forget-import"
                aria-disabled={isBusy || undefined}
              >
                Remove from imported customers
              </Button>
            </PostForm>
          )}
        </Card>
        {person.asked.length > 0 && (
          <Card title="Requests for a time">
            <TimesAsked asked={person.asked} />
            {person.asked.some(({ status }) => status !== "booked") && (
              <PostForm className="mt-4" action={path} isBusy={isBusy} failure={{ title: "Nothing was removed" }}>
                <p className="mb-3 text-ink-soft" id="forget-requests">
                  Removes the name, the address and the answers of all that were not booked. One that is open is ended
                  without a mail.
                </p>
                <Button
                  kind="quiet"
                  type="submit"
                  name="intent"
                  value="forget-requests"
                  aria-describedby="forget-requests"
                  aria-disabled={isBusy || undefined}
                >
                  Forget these requests
                </Button>
              </PostForm>
            )}
          </Card>
        )}
        <Card title="Private note">
          <NoteForm
            key={conflictKey(refused)}
            note={person.note}
            version={person.version}
            action={path}
            refused={refused}
          />
        </Card>
        {person.memberships.length > 0 && (
          <Card title="Memberships">
            <PersonMemberships memberships={person.memberships} />
          </Card>
        )}
        {person.passes.length > 0 && (
          <Card title="Passes">
            <PersonPasses passes={person.passes} back={path} />
          </Card>
        )}
        {person.giftCards.length > 0 && (
          <Card title="Gift cards">
            <PersonGiftCards cards={person.giftCards} />
          </Card>
        )}
        <Card title="History">
          <PersonHistory items={items} back={path} formKey={person.formKey} />
        </Card>
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
