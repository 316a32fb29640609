import { useEffect, useRef, useState, type ComponentType } from "react";
import { findUnsentWork, type SignOutQuestionProps } from "~/lib/unsent-work";

type HeldForm = { form: HTMLFormElement; button: HTMLElement | null; Dialog: ComponentType<SignOutQuestionProps> };

/**
 * Asks before a form ends the account session while work is unsent: signing out clears the browser's storage.
 * Rendered by every page with such a form.
 */
export function SignOutGuard() {
  const [held, setHeld] = useState<HeldForm | null>(null);
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
      const work = findUnsentWork();
      if (!work) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      work.loadDialog().then(
        (Dialog) => setHeld({ form, button, Dialog }),
        () => window.confirm(work.question(work.count())) && signOut(form, button),
      );
    };
    window.addEventListener("submit", hold, { capture: true });
    return () => window.removeEventListener("submit", hold, { capture: true });
  }, []);

  if (!held) return null;
  const { form, button, Dialog } = held;
  return (
    <Dialog
      onSignOut={() => signOut(form, button)}
      onStay={() => {
        setHeld(null);
        button?.focus();
      }}
    />
  );
}

function endsSession(form: HTMLFormElement): boolean {
  const { pathname, searchParams } = new URL(form.getAttribute("action") ?? "", window.location.href);
  if (pathname === "/sign-out") return true;
  return pathname.endsWith("/settings/devices") && searchParams.get("device") === "all";
}
