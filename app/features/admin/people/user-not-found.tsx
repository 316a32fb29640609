import { ErrorScreen, MessageScreen } from "../../layout/error-screen";

const back = { label: "Back to users", to: "/admin/users" };

/** The ErrorBoundary of every page about one user. */
export const UserErrorScreen = () => (
  <ErrorScreen
    notFound={<MessageScreen title="User not found" text="The account is not here, or not any more." action={back} />}
  />
);
