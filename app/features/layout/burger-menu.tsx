import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPart } from "~/lib/hooks/lazy-part";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { FullMenu } from "./full-menu";
import { Icon } from "~/ui/icon";

/** Where it can't be loaded, the disclosure stays open. */
const MenuDialog = lazyPart(
  () => import("./menu-dialog"),
  () => null,
);

/** The menu below 768 px: a disclosure on its own, with scripting a dialog that is loaded when first opened. */
export function BurgerMenu() {
  const plain = useRef<HTMLDetailsElement>(null);
  const { isOpen, open, close } = useMenuDialog(plain);
  const closePlain = () => {
    if (plain.current) plain.current.open = false;
  };
  return (
    <>
      <details ref={plain} className="burger" onToggle={({ currentTarget }) => currentTarget.open && open()}>
        <summary className="iconbtn" aria-label="Menu">
          <Icon name="menu" className="burger__open" />
          <Icon name="close" className="burger__close" />
        </summary>
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

  // What was opened before the script came becomes the dialog.
  useEffect(() => setOpen(plain.current?.open === true), [plain]);

  useOnMove(() => {
    setOpen(false);
    if (plain.current) plain.current.open = false;
  });

  // After the dialog is gone: until then the button is out of reach. A followed link takes the focus elsewhere.
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
