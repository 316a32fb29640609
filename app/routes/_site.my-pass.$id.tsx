import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { HeldPassFacts, HeldPassTitle } from "~/features/passes/held-pass";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { apiFor, idOf, load } from "~/server/api.server";
import { keyOf } from "~/server/auth.server";
import { rememberPass } from "~/server/cookies.server";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Your pass: ${data.pass.title}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Pass not found");

/** Loads the pass of a guest. The mailed link lets this browser book with it from now on. */
export async function loader(args: LoaderFunctionArgs) {
  const key = keyOf(args);
  const { pass, purchaseId } = await load(apiFor(args).purchases.getHeldPass({ purchaseId: idOf(args), key }));
  // An account has taken it over.
  if (!pass) throw redirect("/user/passes");
  const headers: HeadersInit = key ? { "Set-Cookie": rememberPass(args, purchaseId) } : {};
  return data({ pass }, { headers });
}

export default function GuestPassPage() {
  const { pass } = useLoaderData<typeof loader>();
  return (
    <div className="page-width pt-10">
      <article className="grid max-w-text gap-5">
        <HeldPassTitle pass={pass}>
          <h1 className="text-display">{pass.title}</h1>
        </HeldPassTitle>
        <p className="text-ink-soft">
          For {pass.holder.name}, <span className="break-words">{pass.holder.email}</span>
        </p>
        <HeldPassFacts pass={pass} />
        {pass.state === "usable" && <HowToBook />}
        <p className="text-ink-soft">
          To have it in an account, <TextLink to="/sign-in?tab=sign-up">sign up</TextLink> with the address above.
        </p>
      </article>
    </div>
  );
}

const HowToBook = () => (
  <section className="grid justify-items-start gap-3">
    <h2 className="text-title">How to book with it</h2>
    <p>
      Choose a session and book it: the form offers your pass. It does so in each browser in which you have opened the
      link from your email, so keep that link to yourself.
    </p>
    <ButtonLink to="/">See upcoming sessions</ButtonLink>
  </section>
);

export function ErrorBoundary() {
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Pass not found"
          text="The link may be incomplete. The one in your confirmation email opens your pass."
          action={{ label: "Find my pass", to: "/find-booking" }}
        />
      }
    />
  );
}
