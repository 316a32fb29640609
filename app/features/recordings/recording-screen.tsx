import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { collectionPathIn } from "~/lib/collections";
import { recordingData } from "./collection-data";
import type { requestFreeRecording, loadRecording } from "./collections.server";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useSite } from "~/lib/site";
import { breadcrumbData, StructuredData } from "~/ui/structured-data";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { FreeRecordingForm } from "./free-recording-form";
import { CollectionErrorScreen } from "./collection-error";
import { AccountPanel, OpeningPanel, PremiumPanel } from "./recording-panels";
import { PlayerStage } from "./player/player-stage";
import { BackLink } from "~/ui/page-head";
import { Eyebrow, Lede } from "~/ui/text";
import { TextLink } from "~/ui/link";

export function RecordingScreen() {
  const recording = useLoaderData<typeof loadRecording>();
  const refused = useActionData<typeof requestFreeRecording>();
  const { seriesPath: path, number, title, description, duration, next, player } = recording;
  const lede = description && <Lede>{description}</Lede>;
  const site = useSite();
  const { title: series } = recording.series;
  return (
    <div className="page-width pt-2">
      {site && <StructuredData data={recordingData(recording, site)} />}
      {site && (
        <StructuredData
          data={breadcrumbData(site, [
            { name: series, path },
            { name: title, path: `${path}/${recording.id}` },
          ])}
        />
      )}
      <BackLink to={path}>{series}</BackLink>
      <article className="mt-5 grid gap-7">
        <div className="grid gap-3">
          <Eyebrow>
            No. {number}
            {duration && `, ${duration.text}`}
          </Eyebrow>
          <h1 className="text-display">{title}</h1>
        </div>
        {player ? (
          <PlayerStage recording={recording} player={player} playing={recording.playing}>
            {lede}
          </PlayerStage>
        ) : (
          <>
            {panelOf(recording, refused)}
            {lede}
          </>
        )}
      </article>
      {next && (
        <p className="mt-10">
          Next in the series: <TextLink to={`${path}/${next.id}`}>{next.title}</TextLink>
        </p>
      )}
    </div>
  );
}

type LoadedRecording = ReturnType<typeof useLoaderData<typeof loadRecording>>;

function panelOf(recording: LoadedRecording, refused: RefusedForm | undefined): ReactNode {
  if (recording.access === "later") return <OpeningPanel recording={recording} />;
  if (recording.access === "premium") return <PremiumPanel recording={recording} />;
  return recording.isFree ? (
    <FreeRecordingForm recording={recording} formKey={recording.formKey} refused={refused} />
  ) : (
    <AccountPanel recording={recording} />
  );
}

export function RecordingErrorScreen() {
  const { pathname } = useLocation();
  const path = collectionPathIn(pathname);
  const collection = useSite()?.collections.find((item) => item.path === path);
  if (!collection) return <CollectionErrorScreen />;
  return (
    <ErrorScreen
      notFound={
        <MessageScreen
          title="Recording Not Found"
          text="It may have been removed from the series."
          action={{ label: `Back to ${collection.title}`, to: collection.path }}
        />
      }
    />
  );
}
