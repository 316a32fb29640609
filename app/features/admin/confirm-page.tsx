import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/connection/failure-toast";
import { adminPageName } from "~/features/layout/shell-items";
import type { Toast } from "~/lib/toast";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast-notice";
import { BackLink } from "~/ui/page-head";

type ConfirmPageProps = {
  /** The question, with what it is about: "Delete the purchase of Hannah Okafor?" */
  title: string;
  /** The way back, where nothing has been done. */
  back: string;
  /** What the page there is called, where it is not a list of the sidebar. */
  backLabel?: string;
  /** The link that leaves everything as it is: "Keep purchase" */
  leave?: string;
  /** The form's own, where its fields are tied to it by that. */
  id?: string;
  /** Where the form is posted to: the page's own path and query. */
  action: string;
  isBusy: boolean;
  failure: FormFailure;
  /** "Delete purchase"; null where there is nothing that can be done. */
  confirm: string | null;
  isDangerous?: boolean;
  /** Why it was refused a moment ago. */
  toast?: Toast | null;
  /** What will happen, in so many words, and the form's fields. */
  children: ReactNode;
};

/** Asks once more before something is done, and says what that will be. */
export function ConfirmPage(props: ConfirmPageProps) {
  const { id, title, back, action, isBusy, confirm, failure, isDangerous = false, toast, children } = props;
  const { backLabel = adminPageName(back), leave = isDangerous ? "Leave it as it is" : "Cancel" } = props;
  return (
    <>
      <BackLink to={back}>{backLabel}</BackLink>
      <PostForm id={id} noValidate className="confirm card" action={action} isBusy={isBusy} failure={failure}>
        <h1 className="heading">{title}</h1>
        {toast && <ToastNotice toast={toast} />}
        {children}
        <div className="confirm__act">
          <Link className="btn btn--quiet" to={back}>
            {confirm === null ? "Back" : leave}
          </Link>
          {confirm !== null && (
            <SubmitButton isBusy={isBusy} {...(isDangerous && { className: "btn--danger" })}>
              {confirm}
            </SubmitButton>
          )}
        </div>
      </PostForm>
    </>
  );
}
