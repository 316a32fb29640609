import { Link, type LinkProps, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ToastOutlet } from "~/ui/toast/toast-outlet";
import { useIsHydrated } from "~/lib/document";
import { Button, iconButtonStyle } from "./button";
import { Icon } from "./icon";

type LinkTarget = LinkProps["to"];

type ModalDialogProps = {
  title: string;
  closeTo: string;
  /** Id of the element that gets the focus, unless the link that opened the dialog has named one. */
  returnFocusTo: string;
  /** Prevents closing while a request is running. */
  isBusy?: boolean;
  children: ReactNode;
};

/** Renders a dialog with a route of its own: open from the server, made modal by scripting. */
export function ModalDialog({ title, closeTo, returnFocusTo, isBusy = false, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const isHydrated = useIsHydrated();
  // While a page is loading, its skeleton closes the dialog.
  const isIdle = useNavigation().state === "idle";
  const [question, setQuestion] = useState<Question | null>(null);
  const hasTyped = useHasTyped(dialog);
  useModal(dialog, useOpenerId() ?? returnFocusTo);
  const leave = (to: LinkTarget) => navigate(to, { replace: true, preventScrollReset: true });
  const discard = (to: LinkTarget) => {
    setQuestion(null);
    leave(to);
  };
  const mayLeave = (to: LinkTarget) => {
    if (!isBusy && !hasTyped()) return true;
    // A browser closes a dialog by itself when Escape is pressed twice.
    if (!dialog.current?.open) dialog.current?.showModal();
    setQuestion((previous) => (isBusy ? null : { to, number: (previous?.number ?? 0) + 1 }));
    return false;
  };
  const leaveOrAsk = () => mayLeave(closeTo) && leave(closeTo);

  return (
    <dialog
      ref={dialog}
      className={overlay}
      open
      aria-modal="true"
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        leaveOrAsk();
      }}
      onClose={({ target }) => target === dialog.current && isIdle && leaveOrAsk()}
    >
      {/* Before hydration no question can be asked, so a click outside does nothing. */}
      <div className={scrim} {...(isHydrated && { onClick: leaveOrAsk })} />
      <MayLeave.Provider value={mayLeave}>
        <DialogSheet>
          <div className="flex items-start justify-between gap-4 px-6 pt-6 md:px-9 md:pt-8">
            <h1 className="text-heading" id="dialog-title">
              {title}
            </h1>
            <CloseLink className={`${iconButtonStyle} -mt-1.5 -mr-2.5`} to={closeTo} aria-label="Close">
              <Icon name="close" />
            </CloseLink>
          </div>
          {children}
        </DialogSheet>
      </MayLeave.Provider>
      <ToastOutlet />
      {question && (
        <DiscardQuestion
          key={question.number}
          onStay={() => setQuestion(null)}
          onDiscard={() => discard(question.to)}
        />
      )}
    </dialog>
  );
}

/** A question that, asked again under a new number, opens above a dialog that was opened again meanwhile. */
type Question = { to: LinkTarget; number: number };

type DiscardQuestionProps = { onStay: () => void; onDiscard: () => void };

/** Asks above an open dialog whether what was typed into it may be lost. */
function DiscardQuestion({ onStay, onDiscard }: DiscardQuestionProps) {
  const question = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = question.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={question} className={overlay} aria-labelledby="discard-question" onClose={onStay}>
      <div className={scrim} />
      <DialogSheet>
        <DialogBody>
          <h2 className="text-heading" id="discard-question">
            Discard what you typed?
          </h2>
          <div className="flex flex-wrap gap-3">
            <Button type="button" onClick={onStay}>
              Keep typing
            </Button>
            <Button kind="quiet" type="button" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        </DialogBody>
      </DialogSheet>
    </dialog>
  );
}

const textFields = "input:not([type='hidden'], [type='checkbox'], [type='radio']), textarea";

/** Returns a function that tells whether the visitor has typed into a dialog, before a refusal or hydration too. */
function useHasTyped(dialog: React.RefObject<HTMLDialogElement>): () => boolean {
  const typed = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    const recordTyping = ({ target }: Event) => {
      if (target instanceof Element && target.matches(textFields)) typed.current = true;
    };
    element?.addEventListener("input", recordTyping);
    return () => element?.removeEventListener("input", recordTyping);
  }, [dialog]);
  return () => {
    const fields = [...(dialog.current?.querySelectorAll<HTMLInputElement>(textFields) ?? [])];
    const isChanged = typed.current || fields.some(({ value, defaultValue }) => value !== defaultValue);
    return isChanged && fields.some(({ value }) => value.trim() !== "");
  };
}

type CloseLinkProps = Omit<LinkProps, "discover" | "onClick">;

/** Tells whether the dialog may be left now; asks about typed text if not. */
const MayLeave = createContext<(to: LinkTarget) => boolean>(() => true);

/** Leads out of a dialog, and asks as Escape does before typed text is lost. */
export function CloseLink(props: CloseLinkProps) {
  const mayLeave = useContext(MayLeave);
  const onClick = (event: React.MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!opensElsewhere && !mayLeave(props.to)) event.preventDefault();
  };
  return <Link replace preventScrollReset discover="none" {...props} onClick={onClick} />;
}

function useOpenerId(): string | null {
  const state: unknown = useLocation().state;
  const isNamed = typeof state === "object" && state !== null && "returnFocusTo" in state;
  return isNamed && typeof state.returnFocusTo === "string" ? state.returnFocusTo : null;
}

/** A hook that is an effect on the server, where React warns about layout effects. */
const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

function useModal(dialog: React.RefObject<HTMLDialogElement>, returnFocusTo: string) {
  const [openerId] = useState(returnFocusTo);
  // A dialog shown before it is modal would ignore Escape.
  useBrowserLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // Keeps the focus of a visitor who has begun to type before hydration.
    const focused = element.querySelector<HTMLElement>(":focus");
    const { scrollTop } = element;
    element.removeAttribute("open");
    element.showModal();
    (focused ?? firstFocusTarget(element))?.focus({ preventScroll: scrollTop > 0 });
    element.scrollTop = scrollTop;
    return () => element.close();
  }, [dialog]);
  // After the commit, in which the page behind the dialog stops being inert.
  useEffect(
    () => () => {
      const opener = document.getElementById(openerId) ?? document.getElementById("main");
      opener?.focus({ preventScroll: true });
    },
    [openerId],
  );
}

/** Leaves out what is folded away, which can't have the focus. */
function firstFocusTarget(dialog: HTMLElement): HTMLElement | undefined {
  const choices = dialog.querySelectorAll<HTMLElement>(`${textFields}, select, [data-dialog-foot] :is(a, button)`);
  const isShown = (element: HTMLElement) => !element.closest("details:not([open])");
  return dialog.querySelector<HTMLElement>("[aria-invalid='true']") ?? [...choices].find(isShown);
}

/** The look of the `dialog` element, which covers the page; tall content starts at the top and scrolls. */
export const overlay = [
  "fixed inset-0 z-30 size-full max-h-none max-w-none overflow-y-auto overscroll-contain bg-transparent text-inherit",
  "has-data-sticky:scroll-pb-40",
  "backdrop:bg-transparent open:grid open:grid-rows-[minmax(max-content,1fr)]",
].join(" ");

export const scrim = "fixed inset-0 cursor-default bg-scrim";

const sheet = [
  // Clipped, not hidden: inside a hidden overflow, a sticky foot would stick to the sheet itself.
  "relative mt-12 w-full self-end overflow-clip rounded-t-[1.25rem] bg-surface [box-shadow:var(--shadow-float)]",
  "md:my-14 md:max-w-144 md:self-start md:justify-self-center md:rounded-dialog",
].join(" ");

type PartProps = { children: ReactNode };

export const DialogSheet = ({ children }: PartProps) => <div className={sheet}>{children}</div>;

type DialogBodyProps = PartProps & { className?: string; role?: "status" };

export const DialogBody = ({ className = "", role, children }: DialogBodyProps) => (
  <div className={`grid gap-5.5 px-6 pt-5 pb-6 md:px-9 md:pt-5.5 ${className}`} role={role}>
    {children}
  </div>
);

type StickyFootProps = PartProps & { total: ReactNode; notice: ReactNode };

/** Stays at the bottom with the total, the main action and what is said about it, unless the screen is very low. */
export const StickyFoot = ({ total, notice, children }: StickyFootProps) => (
  <div
    className="bottom-0 z-1 grid gap-2.5 border-t border-line bg-surface px-6 pt-2 pb-4 md:px-9 md:py-4.5 [@media(min-height:30rem)]:sticky"
    data-dialog-foot
    data-sticky
  >
    {notice}
    <div className="grid items-center gap-2.5 md:grid-cols-[minmax(0,1fr)_auto] md:gap-6">
      <div aria-live="polite">{total}</div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">{children}</div>
    </div>
  </div>
);

/**
 * Lays out a dialog's actions: the main one comes first on narrow screens, where it is on top, and last on wide ones.
 */
export const DialogFoot = ({ children }: PartProps) => (
  <div
    className="flex flex-col-reverse gap-3 border-t border-line px-6 pt-4 pb-6 md:flex-row md:justify-end md:px-9 md:py-4.5"
    data-dialog-foot
  >
    {children}
  </div>
);
