import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { adminItems, furtherAdminItems, nearestItem } from "~/features/layout/shell-items";
import { ErrorScreen, MessageScreen } from "../layout/error-screen";

type AdminErrorScreenProps = { back?: { label: string; to: string } };

/** The ErrorBoundary of the back office: what is not there is told in the server's words, with the way to its list. */
export function AdminErrorScreen({ back }: AdminErrorScreenProps) {
  const error = useRouteError();
  const { pathname } = useLocation();
  const said: unknown = isRouteErrorResponse(error) ? error.data : null;
  const title = typeof said === "string" && said !== "" ? said : "Page not found";
  const notFound = (
    <MessageScreen title={title} text="It is not here, or not any more." action={back ?? listOf(pathname)} />
  );
  return <ErrorScreen notFound={notFound} />;
}

/** The place in the sidebar that a page belongs to. */
function listOf(pathname: string) {
  const { label, href } = nearestItem(pathname, [...adminItems, ...furtherAdminItems]) ?? adminItems[0]!;
  return { label: `Back to ${label.toLowerCase()}`, to: href };
}
