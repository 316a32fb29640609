import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Toast } from "~/lib/toast";
import { PostForm } from "../post-form";
import { SubmitButton } from "../submit-button";
import { ToastNotice } from "../toast-notice";

type ConfirmPageProps = {
  /** The question: "Delete this purchase?" */
  title: string;
  /** The way back, where nothing has been done. */
  back: string;
  /** The form's own, where its fields are tied to it by that. */
  id?: string;
  /** Where the form is posted to: the page's own path and query. */
  action: string;
  isBusy: boolean;
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
  const { id, title, back, action, isBusy, confirm, isDangerous = false, toast, children } = props;
  return (
    <PostForm id={id} noValidate className="confirm card" action={action} isBusy={isBusy}>
      <h1 className="heading">{title}</h1>
      {toast && <ToastNotice toast={toast} />}
      {children}
      <div className="confirm__act">
        <Link className="btn btn--quiet" to={back}>
          {confirm === null ? "Back" : "Leave it as it is"}
        </Link>
        {confirm !== null && (
          <SubmitButton isBusy={isBusy} {...(isDangerous && { className: "btn--danger" })}>
            {confirm}
          </SubmitButton>
        )}
      </div>
    </PostForm>
  );
}
