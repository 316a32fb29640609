import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { EmailForm } from "~/features/accounts/email-form";
import { ErrorScreen } from "~/features/layout/error-screen";
import { privateMeta } from "~/lib/page-meta";
import { useSite } from "~/lib/site";
import { useToast } from "~/lib/toast";
import { apiFor, attemptLogged } from "~/server/api.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { bookingLinksForm } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { Masthead } from "~/ui/masthead";
import { SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/find-booking";

export const meta = privateMeta("Find my booking");

export const loader = () => ({ formKey: randomUUID() });

const failure = { title: "Not sent", text: "The email could not be sent. Please try again." };

/** Returns the same answer for every address. */
export async function action(args: ActionFunctionArgs) {
  const submission = await readForm(args.request, bookingLinksForm);
  if (submission.status !== "success") return refuse(submission);
  const requested = await attemptLogged(args, apiFor(args).bookings.requestLinks(submission.value), failure.text);
  if (!requested.ok) return refuseCall(submission, requested, failure.title);
  return redirect(`${path}?sent=1`, 303);
}

export default function FindBookingPage() {
  const [query] = useSearchParams();
  return (
    <Masthead>
      <div className="page-width pt-10">
        <div className="grid max-w-text gap-6">{query.has("sent") ? <Sent /> : <Question />}</div>
      </div>
    </Masthead>
  );
}

function Question() {
  const { formKey } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const isSignedIn = Boolean(useSite()?.accountMark);
  useToast(refused);
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-display">Find my booking</h1>
        <Lede>
          {" "}
          Type the address you booked with or bought a pass with. We will email you the links to your bookings, courses
          and passes.
        </Lede>
      </div>
      {isSignedIn && (
        <p>
          The bookings of your account are in <TextLink to="/user/bookings">My Bookings</TextLink>, its passes in{" "}
          <TextLink to="/user/passes">My Passes</TextLink>.
        </p>
      )}
      <EmailForm id="find-booking" action={path} refused={refused} email="" formKey={formKey} failure={failure}>
        {(field, isBusy) => (
          <div className="grid max-w-108 justify-items-start gap-4.5">
            <div className="w-full">{field}</div>
            <SubmitButton isBusy={isBusy} busyLabel="Sending...">
              Email me the links
            </SubmitButton>
          </div>
        )}
      </EmailForm>
    </>
  );
}

function Sent() {
  return (
    <div className="grid justify-items-start gap-3" role="status">
      <h1 className="text-display">Check your email</h1>
      <Lede>If there are bookings or passes with this address, the links to them are on their way.</Lede>
      <p className="text-ink-soft">
        Nothing there after a few minutes? Look in the spam folder, or try another address you may have used.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to={path}>Try another address</ButtonLink>
        <ButtonLink kind="quiet" to="/">
          See upcoming sessions
        </ButtonLink>
      </div>
    </div>
  );
}

export { ErrorScreen as ErrorBoundary };
