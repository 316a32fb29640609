import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { signInAddress } from "~/lib/sign-in-address";
import { useSite } from "~/lib/site";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { TextSection } from "~/ui/text";
import { ToastNotice } from "~/ui/toast/toast";

export const resendFailed = "Not sent";
export const resendFailure = "The email could not be sent. Please try again.";

type EmailAgainProps = { email: string; action: string; formKey: string; refused: RefusedForm | undefined };

/** Sends the confirmation to the booking's address once more. */
export function EmailAgain({ email, action, formKey, refused }: EmailAgainProps) {
  const isBusy = useIsPosting(action);
  return (
    <TextSection title="Didn’t get the email?">
      <p>
        We sent it to <strong className="font-semibold break-words">{email}</strong>. It may be in the spam folder.
      </p>
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <PostForm action={action} isBusy={isBusy} failure={{ title: resendFailed, text: resendFailure }}>
        <input type="hidden" name="formKey" value={formKey} />
        <SubmitButton isBusy={isBusy} busyLabel="Sending..." kind="quiet">
          Send it again
        </SubmitButton>
      </PostForm>
    </TextSection>
  );
}

type Person = { email: string; firstName: string; lastName: string };

/** Offers a guest an account with the booking's address; says nothing of whether there is one. */
export function AccountOffer({ person: { email, firstName, lastName } }: { person: Person }) {
  const isSignedIn = Boolean(useSite()?.accountMark);
  if (isSignedIn) return null;
  const known = new URLSearchParams({ email, firstName, lastName, returnTo: "/user/bookings" });
  return (
    <TextSection title="All your bookings in one place">
      <p>Create an account with this email to find this and later bookings there.</p>
      <p>
        <ButtonLink kind="quiet" to={signInAddress(known, { tab: "sign-up" })}>
          Create an account
        </ButtonLink>
      </p>
    </TextSection>
  );
}
