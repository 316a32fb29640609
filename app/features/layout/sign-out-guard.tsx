import { useEffect, useRef, useState, type ComponentType } from "react";
import { keepQueue } from "~/features/admin/check-in/queue";
import { useSite } from "~/lib/site";
import type { SignOutDialogProps } from "./sign-out-dialog";

type Held = { form: HTMLFormElement; button: HTMLElement | null; Dialog: ComponentType<SignOutDialogProps> };

/**
 * Asks before a form ends the account session while check-ins are unsent: signing out clears the browser's storage.
 * Rendered by every page with such a form.
 */
export function SignOutGuard() {
  const accountId = useSite()?.checkInAccountId ?? null;
  return accountId === null ? null : <Guard accountId={accountId} />;
}

function Guard({ accountId }: { accountId: string }) {
  const [held, setHeld] = useState<Held | null>(null);
  const allowed = useRef<HTMLFormElement | null>(null);

  const signOut = (form: HTMLFormElement, button: HTMLElement | null) => {
    setHeld(null);
    allowed.current = form;
    form.requestSubmit(button);
    allowed.current = null;
  };

  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      const { target: form, submitter: button } = event;
      if (!(form instanceof HTMLFormElement) || form === allowed.current || !endsSession(form)) return;
      const count = keepQueue(accountId).read().length;
      if (count === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      import("./sign-out-dialog").then(
        ({ SignOutDialog: Dialog }) => setHeld({ form, button, Dialog }),
        () => window.confirm(unsentQuestion(count)) && signOut(form, button),
      );
    };
    window.addEventListener("submit", hold, { capture: true });
    return () => window.removeEventListener("submit", hold, { capture: true });
  }, [accountId]);

  if (!held) return null;
  const { form, button, Dialog } = held;
  return (
    <Dialog
      accountId={accountId}
      question={unsentQuestion}
      onSignOut={() => signOut(form, button)}
      onStay={() => {
        setHeld(null);
        button?.focus();
      }}
    />
  );
}

const unsentQuestion = (count: number): string =>
  count === 1
    ? "1 check-in is not sent yet. Sign out anyway?"
    : `${count} check-ins are not sent yet. Sign out anyway?`;

function endsSession(form: HTMLFormElement): boolean {
  const { pathname, searchParams } = new URL(form.getAttribute("action") ?? "", window.location.href);
  if (pathname === "/sign-out") return true;
  return pathname.endsWith("/settings/devices") && searchParams.get("device") === "all";
}
