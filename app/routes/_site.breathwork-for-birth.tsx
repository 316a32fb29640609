import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ErrorScreen } from "~/features/layout/error-screen";
import { errorMeta, pageMeta, siteOf, pageTitle } from "~/lib/page-meta";
import { PageText } from "~/features/pages/page-text";
import { useSite } from "~/lib/site";
import { apiFor, load } from "~/server/api.server";
import { PageHead } from "~/ui/page-head";
import { RecordingsHero } from "~/ui/masthead";
import { ButtonLink } from "~/ui/button";

const description =
  "Breathwork for pregnancy and birth: recordings to keep by you, and guided live sessions with a small group.";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) => {
  const site = siteOf(matches);
  if (!data) return errorMeta(error, site);
  const title = pageTitle(data.own?.title ?? "Breathwork for Birth", site);
  return pageMeta({ title, description: data.own?.summary || description, path: "/breathwork-for-birth" }, site);
};

/** Loads the instructor's own page; `own` is null until it is published. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await load(apiFor(args).pages.get({ slug: "breathwork-for-birth" }));
  return { own: page.changedAt === null ? null : page };
}

/** The collection that this page is about. */
const recordingsPath = "/birth-recordings";

const stages = [
  {
    when: "Before",
    text: "In the last weeks of waiting, a few minutes a day teach your body what calm feels like, so that it knows the way back.",
  },
  {
    when: "During",
    text: "One steady rhythm to hold on to from the first surge to the last, with a part in it for the person with you.",
  },
  {
    when: "After",
    text: "Soft, short practices for the first hour, the first nights and the first walk around the block.",
  },
];

export default function BreathworkForBirth() {
  const { own } = useLoaderData<typeof loader>();
  const isSold = useSite()?.collections.some(({ path }) => path === recordingsPath) ?? true;
  if (own) {
    return (
      <div className="page-width grid grid-cols-1 gap-8 pt-10">
        <PageHead title={own.title} />
        <PageText text={own.text} />
      </div>
    );
  }
  return (
    <>
      <RecordingsHero
        title={["Breathwork", "for Birth"]}
        lede="Birth asks a great deal of the body, and the breath is the one part of it that listens when you speak."
      >
        <div className="flex flex-wrap gap-3">
          {isSold && <ButtonLink to={recordingsPath}>Explore Birth Recordings</ButtonLink>}
          <ButtonLink kind={isSold ? "quiet" : "solid"} to="/live-sessions">
            Join a Live Session
          </ButtonLink>
        </div>
      </RecordingsHero>
      <div className="page-width">
        <ul className="grid gap-9 md:grid-cols-3 md:gap-7">
          {stages.map(({ when, text }) => (
            <li key={when} className="grid content-start gap-3 border-t border-ink pt-5">
              <h2 className="text-heading">{when}</h2>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

export { ErrorScreen as ErrorBoundary };
