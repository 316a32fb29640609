import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useReference } from "~/lib/reference";
import { EmptyCircles } from "./drawings";

type MessageScreenProps = {
  title: string;
  text: string;
  /** The id under which the server's log has the failure. */
  reference?: string | undefined;
  action?: { label: string; to: string };
};

const home = { label: "Return to home", to: "/" };

/** A page that has nothing but one thing to say. */
export function MessageScreen({ title, text, reference, action = home }: MessageScreenProps) {
  return (
    <div className="wrap">
      <div className="empty min-h-120 content-center">
        <EmptyCircles />
        <h1 className="display">{title}</h1>
        <p>{text}</p>
        {reference && (
          <p>
            Reference: <code data-reference>{reference}</code>
          </p>
        )}
        <Link className="btn" to={action.to}>
          {action.label}
        </Link>
      </div>
    </div>
  );
}

export const NotFoundScreen = () => (
  <MessageScreen title="Oops! Page not found" text="The page you are looking for is not here, or not any more." />
);

/** For a route's ErrorBoundary: what is not there, in the route's words, and an honest page for all else. */
export function ErrorScreen({ notFound = <NotFoundScreen /> }: { notFound?: React.ReactNode }) {
  const error = useRouteError();
  const reference = useReference(error);
  const response = isRouteErrorResponse(error) ? error : null;
  if (response?.status === 404) return notFound;
  const status = response?.status ?? 500;
  return (
    <MessageScreen
      title="Unexpected Application Error!"
      text={`${status} ${response?.statusText || statusTexts[status] || ""}`.trim()}
      reference={status >= 500 ? reference : undefined}
    />
  );
}

const statusTexts: Record<number, string> = {
  403: "Forbidden",
  405: "Method Not Allowed",
  500: "Internal Server Error",
  503: "Service Unavailable",
};
