import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useReference } from "~/lib/document";
import { ButtonLink } from "~/ui/button";
import { EmptyCircles } from "~/ui/drawings";
import { emptyFrame, emptyText } from "~/ui/card";
import { shortAddress } from "~/lib/short-address";

type MessageScreenProps = {
  title: string;
  text: string;
  /** What the visitor can do. */
  advice?: string | undefined;
  reference?: string | undefined;
  action?: { label: string; to: string; reloads?: boolean };
};

const home: NonNullable<MessageScreenProps["action"]> = { label: "Return to home", to: "/" };

export function MessageScreen({ title, text, advice, reference, action = home }: MessageScreenProps) {
  return (
    <div className="page-width">
      <div className={`${emptyFrame} min-h-120 content-center`}>
        <EmptyCircles />
        <h1 className="text-display">{title}</h1>
        <p className={emptyText}>{text}</p>
        {advice && <p className={emptyText}>{advice}</p>}
        {reference && (
          <p className={emptyText}>
            Reference: <code data-reference>{reference}</code>
          </p>
        )}
        <ButtonLink to={action.to} reloadDocument={action.reloads ?? false}>
          {action.label}
        </ButtonLink>
      </div>
    </div>
  );
}

export const NotFoundScreen = () => (
  <MessageScreen title="Oops! Page not found" text="This page has moved or no longer exists." />
);

export function ErrorScreen({ notFound = <NotFoundScreen /> }: { notFound?: React.ReactNode }) {
  const error = useRouteError();
  const reference = useReference(error);
  const here = shortAddress(useLocation());
  const response = isRouteErrorResponse(error) ? error : null;
  if (response?.status === 404) return notFound;
  const status = response?.status ?? 500;
  if (status === 503) return <BusyScreen here={here} />;
  return (
    <MessageScreen
      title="Unexpected Application Error!"
      text={`${status} ${response?.statusText || statusTexts[status] || ""}`.trim()}
      advice={adviceOn[status] ?? (status >= 500 ? adviceOn[500] : undefined)}
      reference={status >= 500 ? reference : undefined}
    />
  );
}

/** Offers a plain link, so that all data is loaded again. */
const BusyScreen = ({ here }: { here: string }) => (
  <MessageScreen
    title="Unexpected Application Error!"
    text="503 Service Unavailable. The site is busy. Please wait a few seconds and try again."
    action={{ label: "Try again", to: here, reloads: true }}
  />
);

const adviceOn: Record<number, string> = {
  403: "Your account doesn’t have access to this page. Sign in with another account, or go back to the home page.",
  429: "Please wait a minute, then reload the page.",
  500: "Something went wrong on this site, and it has been logged. Please reload the page. If it fails again, send me the reference.",
};

const statusTexts: Record<number, string> = {
  403: "Forbidden",
  405: "Method Not Allowed",
  429: "Too Many Requests",
  500: "Internal Server Error",
};
