import { useLocation } from "@remix-run/react";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { useToast, type Toast } from "~/lib/toast";
import { AuthLayout, AuthMessage } from "../layout/auth-layout";
import { ButtonLink } from "~/ui/button";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { ToastNotice } from "~/ui/toast/toast";

type LinkState = { isValid: boolean; toast: Toast | null };
type LinkPageProps = {
  title: string;
  text: string;
  button: string;
  loaded: LinkState;
  submitted: LinkState | undefined;
  /** What is shown for a link that is no longer valid. */
  nextStep: { text: string; label: string; to: string };
};

/** Renders the page of a mailed link. Only its button changes anything, because mail scanners open links. */
export function LinkPage({ title, text, button, loaded, submitted, nextStep }: LinkPageProps) {
  const { pathname, search } = useLocation();
  const isBusy = useIsPosting(pathname + search);
  useToast(submitted);
  const { isValid, toast } = submitted ?? loaded;
  if (!isValid) {
    return (
      <AuthLayout>
        <AuthMessage title="This link no longer works">
          <p role="alert">This link has expired or has already been used.</p>
          <p className="text-ink-soft">{nextStep.text}</p>
          <ButtonLink to={nextStep.to}>{nextStep.label}</ButtonLink>
        </AuthMessage>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <AuthMessage title={title}>
        {toast && <ToastNotice toast={toast} />}
        <p>{text}</p>
        <PostForm action={pathname + search} isBusy={isBusy}>
          <SubmitButton isBusy={isBusy}>{button}</SubmitButton>
        </PostForm>
      </AuthMessage>
    </AuthLayout>
  );
}
