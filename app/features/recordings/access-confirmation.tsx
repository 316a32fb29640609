import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { rememberConfirmed } from "~/features/recordings/remembered-visitor";
import { showToast, type Toast } from "~/lib/toast";
import { ToastNotice } from "../../ui/toast/toast-notice";

type AccessConfirmationProps = {
  email: string | null;
  /** "birth", "stress"; null for any other. */
  type: string | null;
  /** Where the address without its parameters leads. */
  path: string;
};

/** Tells whoever followed the link to a free recording that it is hers; it grants nothing. */
export function AccessConfirmation({ email, type, path }: AccessConfirmationProps) {
  const navigate = useNavigate();
  useEffect(() => {
    rememberConfirmed({ email, type });
    showToast(confirmationOf(type));
    navigate(path, { replace: true, preventScrollReset: true });
  }, [email, type, path, navigate]);
  return (
    <div className="flash">
      <ToastNotice toast={confirmationOf(type)} />
    </div>
  );
}

const confirmationOf = (type: string | null): Toast => ({
  kind: "success",
  title: "Access confirmed!",
  text: `Your free ${type ? `${type} ` : ""}recording is ready for you.`,
});
