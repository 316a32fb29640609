import type { ListedRequest } from "@server/selling/one-to-one/requests";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { PostForm, SubmitButton } from "~/ui/post-form";

/** Shows the requests that wait for an answer, or to be booked; nothing without any. */
export function RequestList({ requests, action }: { requests: ListedRequest[]; action: string }) {
  const isBusy = useIsPosting(action);
  if (requests.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="requests">
      <h2 className="text-title" id="requests">
        Requests
      </h2>
      <ul className="border-t border-line">
        {requests.map(({ id, isApproved, name, email, title, when, answers }) => (
          <li key={id} className="grid gap-2 border-b border-line py-3.5">
            <p>
              <b>{name}</b>, <span className="break-words text-ink-soft">{email}</span>
            </p>
            <p>
              {title}, {when}
            </p>
            {answers.map(({ question, answer }) => (
              <p key={question} className="text-ink-soft">
                {question} <span className="whitespace-pre-line text-ink">{answer}</span>
              </p>
            ))}
            {isApproved && <p className="text-ink-soft">Approved, not booked yet.</p>}
            <PostForm className="flex flex-wrap gap-3" action={action} isBusy={isBusy}>
              <input type="hidden" name="id" value={id} />
              {!isApproved && (
                <SubmitButton isBusy={isBusy} name="decision" value="approved">
                  Approve<span className="sr-only"> {name}</span>
                </SubmitButton>
              )}
              <SubmitButton kind="quiet" isBusy={isBusy} name="decision" value="declined">
                Decline<span className="sr-only"> {name}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
