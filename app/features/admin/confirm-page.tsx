import type { ReactNode } from "react";
import { FormActions, FormCard } from "~/ui/card";
import type { FormFailure } from "~/lib/connection/lost-request";
import { useAdminPageName } from "~/features/layout/shell-items";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import type { Toast } from "~/lib/toast";
import { ButtonLink } from "~/ui/button";
import { SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";
import { BackLink } from "~/ui/page-head";

type ConfirmPageProps = {
  title: string;
  back: string;
  /** The name of the page at `back`, if it is not a list of the sidebar. */
  backLabel?: string;
  /** A label such as "Keep purchase". */
  cancelLabel?: string;
  /** The form's id, for fields outside it that refer to it by `form`. */
  id?: string;
  action: string;
  failure: FormFailure;
  /** "Delete purchase"; null if nothing can be done. */
  confirmLabel: string | null;
  isDangerous?: boolean;
  toast?: Toast | null;
  children: ReactNode;
};

export function ConfirmPage(props: ConfirmPageProps) {
  const { id, title, back, action, confirmLabel, failure, isDangerous = false, toast, children } = props;
  const pageName = useAdminPageName(back);
  const { backLabel = pageName, cancelLabel = isDangerous ? "Leave it as it is" : "Cancel" } = props;
  const isBusy = useIsPosting(action);
  return (
    <>
      <BackLink to={back}>{backLabel}</BackLink>
      <FormCard id={id} noValidate action={action} isBusy={isBusy} failure={failure}>
        <h1 className="text-heading">{title}</h1>
        {toast && <ToastNotice toast={toast} />}
        {children}
        <FormActions>
          <ButtonLink kind="quiet" to={back}>
            {confirmLabel === null ? "Back" : cancelLabel}
          </ButtonLink>
          {confirmLabel !== null && (
            <SubmitButton isBusy={isBusy} kind={isDangerous ? "danger" : "solid"}>
              {confirmLabel}
            </SubmitButton>
          )}
        </FormActions>
      </FormCard>
    </>
  );
}
