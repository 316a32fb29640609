import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { adminOverview, nearestItem, type ShellItem, useAdminItems } from "~/features/layout/shell-items";

type AdminErrorScreenProps = { back?: { label: string; to: string } };

export function AdminErrorScreen({ back }: AdminErrorScreenProps) {
  const error = useRouteError();
  const { pathname } = useLocation();
  const items = useAdminItems();
  const message: unknown = isRouteErrorResponse(error) ? error.data : null;
  const title = typeof message === "string" && message !== "" ? message : "Page not found";
  const notFound = (
    <MessageScreen
      title={title}
      text="This page has moved or no longer exists."
      action={back ?? listOf(pathname, items)}
    />
  );
  return <ErrorScreen notFound={notFound} />;
}

/** Returns a link to the page of the sidebar that a page belongs to. */
function listOf(pathname: string, items: ShellItem[]) {
  const { label, href } = nearestItem(pathname, items) ?? adminOverview;
  return { label: `Back to ${label.toLowerCase()}`, to: href };
}

const toSessions = { label: "Back to sessions", to: "/admin/sessions" };

export function SessionErrorScreen() {
  const notFound = <MessageScreen title="Session not found" text="Session data not available." action={toSessions} />;
  return <ErrorScreen notFound={notFound} />;
}

const back = { label: "Back to users", to: "/admin/users" };

export const UserErrorScreen = () => (
  <ErrorScreen
    notFound={
      <MessageScreen title="User not found" text="This account doesn’t exist or has been deleted." action={back} />
    }
  />
);
