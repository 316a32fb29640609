import { ErrorScreen, MessageScreen } from "../../layout/error-screen";

const back = { label: "Back to sessions", to: "/admin/sessions" };

/** For the pages of one session: it is not there, or not any more. */
export function SessionErrorScreen() {
  const notFound = <MessageScreen title="Session not found" text="Session data not available." action={back} />;
  return <ErrorScreen notFound={notFound} />;
}
