import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { privateMeta } from "~/lib/page-meta";
import { paymentCancelledAddress } from "~/lib/payment-left";
import { apiFor, attempt, load } from "~/server/api.server";
import { backFrom } from "~/server/auth.server";
import { orderRef } from "~/server/schemas.server";
import { ButtonLink } from "~/ui/button";
import { Masthead } from "~/ui/masthead";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { Lede } from "~/ui/text";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("You left the payment page");

function refOf({ params }: LoaderFunctionArgs | ActionFunctionArgs) {
  const ref = orderRef.safeParse(params);
  if (!ref.success) throw new Response("Order not found", { status: 404 });
  return ref.data;
}

export function loader(args: LoaderFunctionArgs) {
  refOf(args);
  return null;
}

/** Gives up the order of a visitor who has left its payment page, and leads back to where it was made. */
export async function action(args: ActionFunctionArgs) {
  const left = await load(attempt(apiFor(args).payments.leaveCheckout(refOf(args))));
  const back = backFrom(new URL(args.request.url).searchParams, "/");
  if (left.ok && !left.value.isOwn) return { back };
  return redirect(paymentCancelledAddress(back), 303);
}

/** Shows the page that the payment page's way back leads to. It posts by itself once its script runs. */
export default function PaymentLeftPage() {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const isBusy = useIsPosting(address);
  const button = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);
  const elsewhere = useActionData<typeof action>();
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    button.current?.closest("form")?.requestSubmit();
  }, []);
  return (
    <Masthead>
      <div className="page-width pt-10">
        <div className="grid max-w-text gap-6">
          <div className="grid gap-3">
            <h1 className="text-display">You left the payment page</h1>
            <Lede>
              {elsewhere
                ? "It was opened in another browser, so it can’t be given up here. Unpaid, it ends by itself within an hour."
                : "You can go back and choose again."}
            </Lede>
          </div>
          {elsewhere ? (
            <ButtonLink to={elsewhere.back} className="justify-self-start">
              Go back
            </ButtonLink>
          ) : (
            <PostForm action={address} isBusy={isBusy} replace>
              <div ref={button}>
                <SubmitButton isBusy={isBusy}>Choose again</SubmitButton>
              </div>
            </PostForm>
          )}
        </div>
      </div>
    </Masthead>
  );
}

export { ErrorScreen as ErrorBoundary };
