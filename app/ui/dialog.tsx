import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Icon } from "./icon";
import { ToastOutlet } from "~/ui/toast/toast-outlet";

type ModalDialogProps = {
  title: string;
  /** The page behind, where closing leads to. */
  closeTo: string;
  /** Where the focus goes when the dialog closes, unless the link that opened it has said so. */
  returnFocusTo: string;
  /** While something is under way that must not be walked away from. */
  isBusy?: boolean;
  children: ReactNode;
};

/**
 * A dialog that is a route of its own: one element, open in the server's HTML over a page that is `inert`, and made a
 * real modal by scripting. Closing it is going back to the page.
 */
export function ModalDialog({ title, closeTo, returnFocusTo, isBusy = false, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  useModal(dialog, useOpener() ?? returnFocusTo);

  return (
    <dialog
      ref={dialog}
      className="overlay"
      open
      aria-modal="true"
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) navigate(closeTo, { replace: true, preventScrollReset: true });
      }}
    >
      {!isBusy && <CloseLink className="scrim" to={closeTo} tabIndex={-1} aria-hidden="true" />}
      {isBusy && <div className="scrim" />}
      <div className="dialog">
        <div className="dialog__head">
          <h1 className="heading" id="dialog-title">
            {title}
          </h1>
          <CloseLink className="iconbtn" to={closeTo} aria-label="Close">
            <Icon name="close" />
          </CloseLink>
        </div>
        {children}
      </div>
      <ToastOutlet />
    </dialog>
  );
}

type CloseLinkProps = Omit<React.ComponentProps<typeof Link>, "discover">;

/** Leads back to the page behind the dialog. */
export const CloseLink = (props: CloseLinkProps) => <Link replace preventScrollReset discover="none" {...props} />;

function useOpener(): string | null {
  const state: unknown = useLocation().state;
  const isNamed = typeof state === "object" && state !== null && "returnFocusTo" in state;
  return isNamed && typeof state.returnFocusTo === "string" ? state.returnFocusTo : null;
}

function useModal(dialog: React.RefObject<HTMLDialogElement>, returnFocusTo: string) {
  const [opener] = useState(returnFocusTo);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // Whoever has begun before the script came stays where she is.
    const begun = element.querySelector<HTMLElement>(":focus");
    const { scrollTop } = element;
    element.removeAttribute("open");
    element.showModal();
    (begun ?? firstStop(element))?.focus({ preventScroll: scrollTop > 0 });
    element.scrollTop = scrollTop;
    return () => {
      element.close();
      document.getElementById(opener)?.focus({ preventScroll: true });
    };
  }, [dialog, opener]);
}

/** The first field that is wrong, or simply the first. */
const firstStop = (dialog: HTMLElement) =>
  dialog.querySelector<HTMLElement>("[aria-invalid='true']") ?? dialog.querySelector<HTMLElement>(".input, .btn");
