import { useLocation } from "@remix-run/react";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { collectionPathIn } from "~/lib/collections";
import { withReturn } from "~/lib/sign-in-address";

/** Says that a collection is not for sale any more: one that is switched off is there for those who have it. */
export function CollectionErrorScreen() {
  const { pathname } = useLocation();
  const path = collectionPathIn(pathname) ?? pathname;
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Not for sale"
          text="This collection is no longer sold, or never was. If you have it, sign in to watch it."
          action={{ label: "Sign in", to: withReturn("/sign-in", path) }}
        />
      }
    />
  );
}
