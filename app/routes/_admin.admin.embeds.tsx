import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { settingsAddress } from "~/features/admin/settings/settings-fields";
import { type EmbedChoice, embedThemes, frameCode, framePath, scriptCode } from "~/features/embeds/embed-code";
import { privateMeta } from "~/lib/page-meta";
import { apiFor, load, siteSettingsOf } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { CopyButton, KeyText } from "~/ui/copy-button";
import { FilterBar } from "~/ui/filter-bar";
import { HeadedSection } from "~/ui/headed-section";
import { TextLink } from "~/ui/link";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

const path = "/admin/embeds";

export const meta = privateMeta("On your website");

export async function loader(args: LoaderFunctionArgs) {
  adminApi(args);
  const query = new URL(args.request.url).searchParams;
  const [{ sessions }, { embedOrigins }] = await Promise.all([
    load(apiFor(args).schedule.listUpcoming({})),
    siteSettingsOf(args.context),
  ]);
  const choices = [
    { value: "passes", label: "Passes" },
    { value: "free-times", label: "One to One" },
    ...sessions.map(({ id, title, start }) => ({
      value: `sessions/${id}`,
      label: `${title}, ${start.weekdayShort} ${start.day} ${start.month}`,
    })),
  ];
  const chosen = choices.find(({ value }) => value === query.get("what"));
  const theme = embedThemes.find((name) => name === query.get("theme")) ?? "";
  const embed: EmbedChoice = { what: chosen?.value ?? "schedule", title: chosen?.label ?? "Live sessions", theme };
  const { siteUrl } = args.context.services.settings;
  return {
    choices,
    embed,
    embedOrigins,
    siteUrl,
    script: scriptCode(embed, siteUrl),
    frame: frameCode(embed, siteUrl),
  };
}

export default function EmbedsPage() {
  const { choices, embed, embedOrigins, siteUrl, script, frame } = useLoaderData<typeof loader>();
  const { what, theme, title } = embed;
  return (
    <>
      <PageHead
        title="On your website"
        lede="Show your schedule, one session, your passes or the free times of one-to-one sessions within the pages of your other website. Booking opens here."
      />
      <HeadedSection heading="Websites that may show it">
        <p className="max-w-160">
          {embedOrigins.length > 0 ? embedOrigins.join(", ") : "None yet: browsers show the lines below nowhere else."}{" "}
          <TextLink to={settingsAddress("embeds")}>Change the list</TextLink>
        </p>
      </HeadedSection>
      <HeadedSection heading="What is shown">
        <FilterBar
          path={path}
          label="What is shown"
          chosen={{ what: what === "schedule" ? "" : what, theme }}
          selects={[
            { name: "what", label: "Show", all: "The next sessions", options: choices },
            {
              name: "theme",
              label: "Colours",
              all: "As the visitor’s system",
              options: [
                { value: "light", label: "Light" },
                { value: "dark", label: "Dark" },
              ],
            },
          ]}
          submitLabel="Show"
        />
        <iframe
          key={`${what} ${theme}`}
          className="h-120 w-full rounded-field border border-line"
          src={framePath(embed)}
          title={`Preview: ${title}`}
        />
      </HeadedSection>
      <Code
        heading="The lines to paste"
        text={script}
        note="As high as what it shows, in the visitor’s time zone. Add data-accent with a colour such as #7a2e8e for another one, or data-category with the name of a category."
      />
      <Code heading="Where scripts are not allowed" text={frame} note="A frame of one height, in your time zone." />
      <HeadedSection heading="Feeds">
        <p className="max-w-160">
          For developers and feed readers, without any key: <TextLink to="/feed.json">{siteUrl}/feed.json</TextLink>,{" "}
          <TextLink to="/feed.atom">{siteUrl}/feed.atom</TextLink>,{" "}
          <TextLink to="/feed.xml">{siteUrl}/feed.xml</TextLink>. Programs that know oEmbed need only the address of a
          session.
        </p>
      </HeadedSection>
    </>
  );
}

type CodeProps = { heading: string; text: string; note: string };

const Code = ({ heading, text, note }: CodeProps) => (
  <HeadedSection heading={heading}>
    <KeyText className="whitespace-pre-wrap">{text}</KeyText>
    <div>
      <CopyButton text={text} label="Copy" />
    </div>
    <p className="max-w-160 text-small text-ink-soft">{note}</p>
  </HeadedSection>
);

export { AdminErrorScreen as ErrorBoundary };
