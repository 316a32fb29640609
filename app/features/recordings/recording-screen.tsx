import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Player, RecordingPage } from "@server/content/recordings/schemas";
import { collectionPathIn } from "~/lib/collections";
import { recordingData } from "./collection-data";
import type { requestFreeRecording, loadRecording } from "./collections.server";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useSite } from "~/lib/site";
import { breadcrumbData, StructuredData } from "~/ui/structured-data";
import { ErrorScreen, MessageScreen } from "~/features/layout/error-screen";
import { FreeRecordingForm } from "./free-recording-form";
import { CollectionErrorScreen } from "./collection-error";
import { AccountPanel, PremiumPanel } from "./recording-panels";
import { RecordingPlayer } from "./recording-player";
import { BackLink } from "~/ui/page-head";
import { Eyebrow, Lede } from "~/ui/text";
import { TextLink, textLinkStyle } from "~/ui/link";

export function RecordingScreen() {
  const recording = useLoaderData<typeof loadRecording>();
  const refused = useActionData<typeof requestFreeRecording>();
  const { seriesPath: path, number, title, description, next } = recording;
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
          <Eyebrow>No. {number}</Eyebrow>
          <h1 className="text-display">{title}</h1>
        </div>
        {stageOf(recording, refused)}
        {description && <Lede>{description}</Lede>}
      </article>
      {next && (
        <p className="mt-10">
          Next in the series: <TextLink to={`${path}/${next.id}`}>{next.title}</TextLink>
        </p>
      )}
    </div>
  );
}

function stageOf(recording: RecordingPage & { formKey: string }, refused: RefusedForm | undefined): ReactNode {
  if (recording.player) return <Stage recording={recording} player={recording.player} />;
  if (recording.access === "premium") return <PremiumPanel recording={recording} />;
  return recording.isFree ? (
    <FreeRecordingForm recording={recording} formKey={recording.formKey} refused={refused} />
  ) : (
    <AccountPanel recording={recording} />
  );
}

function Stage({ recording, player }: { recording: RecordingPage; player: Player }) {
  const { seriesPath, id, progress } = recording;
  return (
    <div className="grid gap-3">
      <RecordingPlayer key={id} recording={recording} player={player} />
      {progress && (
        <p className="text-ink-soft">
          {progress.isFinished && "You’ve finished this recording. "}
          {player.startSeconds > 0 && (
            <>
              Continuing at {progress.position}.{" "}
              <a className={textLinkStyle} href={`${seriesPath}/${id}?from=start`}>
                Start from the beginning
              </a>
            </>
          )}
        </p>
      )}
    </div>
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
