import { Link } from "@remix-run/react";
import { collectionTexts } from "~/lib/collections";
import { signInAddress } from "~/lib/sign-in-address";
import type { CollectionName } from "@server/core/collections";
import { ModalDialog } from "../../ui/dialog";

type AccountSetupDialogProps = { collection: CollectionName; email: string };

/** For a buyer who is not signed in any more: her purchase waits for the account with her address. */
export function AccountSetupDialog({ collection, email }: AccountSetupDialogProps) {
  const { path, title } = collectionTexts[collection];
  const query = new URLSearchParams({ email, returnTo: path });
  return (
    <ModalDialog title="Set up your account" closeTo={path} returnFocusTo="main">
      <div className="dialog__body">
        <p>
          Your payment has arrived, and {title} waits for you. To watch, sign in with{" "}
          <b className="break-words">{email}</b>, or create an account with that address and confirm it.
        </p>
      </div>
      <div className="dialog__foot">
        <Link className="btn btn--quiet" to={signInAddress(query, { tab: "sign-up" })}>
          Create Account
        </Link>
        <Link className="btn" to={signInAddress(query)}>
          Sign In
        </Link>
      </div>
    </ModalDialog>
  );
}
