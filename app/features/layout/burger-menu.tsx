import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "~/lib/hooks/lazy-part";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { FullMenu } from "./full-menu";
import { MenuButton } from "~/ui/menu";

/** If it can't be loaded, the disclosure stays open. */
const MenuDialog = lazyPart(
  () => import("./menu-dialog"),
  () => null,
);

/**
 * Renders the menu below 768 px: a disclosure without scripting, otherwise a dialog that is loaded when first opened.
 */
export function BurgerMenu() {
  const plain = useRef<HTMLDetailsElement>(null);
  const { isOpen, open, close } = useMenuDialog(plain);
  const closePlain = () => {
    if (plain.current) plain.current.open = false;
  };
  return (
    <>
      <details
        ref={plain}
        className="group md:hidden"
        data-covers-page
        onToggle={({ currentTarget }) => currentTarget.open && open()}
      >
        <MenuButton className="group-open:relative group-open:z-11 group-open:text-on-deep group-open:hover:bg-deep-hover" />
        <FullMenu />
      </details>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuDialog onReady={closePlain} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function useMenuDialog(plain: React.RefObject<HTMLDetailsElement>) {
  const [isOpen, setOpen] = useState(false);
  const isDismissed = useRef(false);

  // If the disclosure was opened before hydration, the dialog replaces it.
  useEffect(() => setOpen(plain.current?.open === true), [plain]);

  useOnMove(() => {
    setOpen(false);
    if (plain.current) plain.current.open = false;
  });

  // Runs after the dialog is gone, because the button is inert until then. A followed link moves the focus elsewhere.
  useEffect(() => {
    if (!isOpen && isDismissed.current) plain.current?.querySelector("summary")?.focus();
    isDismissed.current = false;
  }, [plain, isOpen]);

  const close = () => {
    isDismissed.current = true;
    setOpen(false);
  };
  return { isOpen, open: () => setOpen(true), close };
}
