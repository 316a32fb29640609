import { DomainError } from "../../core/errors";
import type { Services } from "../../core/services";
import { type Ffmpeg, findFfmpeg } from "../../platform/media/find-ffmpeg";
import {
  type Claim,
  claimPreparation,
  failPreparation,
  forgetPreparation,
  isWanted,
  NotWantedError,
  reportProgress,
  returnPreparation,
} from "./claims";
import { keepVersions } from "./keep-versions";
import { findMade } from "./made-versions";
import { makeVersions } from "./make-versions";
import { openSources } from "./open-sources";
import { bytesOfVersions } from "./plan";
import { possibleVersions } from "./sources";
import { inTemporaryFolder, requireRoom, sweepTemporaryFolders } from "./temporary-folder";

type PreparationJob = { recordingId: string; attempt?: number };

/**
 * Makes the versions of a recording that are missing, and switches to them at once. `stopping` ends it when the process
 * stops; it is then done again. Without ffmpeg it does nothing.
 */
export async function prepareRecording(
  services: Services,
  { recordingId, attempt = 1 }: PreparationJob,
  stopping: AbortSignal,
): Promise<void> {
  const programs = await findFfmpeg(services.settings);
  if (!programs) return forgetPreparation(services, recordingId);
  const claim = await claimPreparation(services, recordingId);
  if (!claim) return;
  // Recordings are prepared one after the other, so whatever is there was left by a killed process.
  await sweepTemporaryFolders(services);
  const watch = watchClaim(services, claim, stopping);
  try {
    await inTemporaryFolder(services, recordingId, (folder) =>
      prepare(services, claim, { programs, folder, ...watch }),
    );
  } catch (error) {
    watch.end();
    await settle(services, claim, { error, attempt, isStopping: stopping.aborted });
  } finally {
    watch.end();
  }
}

type Preparing = { programs: Ffmpeg; folder: string; signal: AbortSignal; onProgress: (percent: number) => void };

async function prepare(services: Services, claim: Claim, preparing: Preparing): Promise<void> {
  const { folder, signal } = preparing;
  const { recording } = claim;
  const begin = performance.now();
  const sources = await openSources(services, recording, preparing);
  const facts = { video: sources.video?.facts ?? null, sound: sources.sound?.facts ?? null };
  const kept = await findMade(services.db, recording);
  const wanted = possibleVersions(recording).filter((name) => !kept.includes(name));
  await requireRoom(folder, bytesOfVersions(facts, wanted));
  const { posterSecond } = recording;
  const { drafts, loudness } = await makeVersions({ ...preparing, sources, wanted, posterSecond });
  // The length of a video elsewhere is typed.
  const seconds = recording.videoUrl === null ? ((facts.video ?? facts.sound)?.seconds ?? null) : null;
  await keepVersions(services, claim, { drafts, kept, seconds, signal });
  const took = Math.round(performance.now() - begin);
  const made = Object.fromEntries(drafts.map(({ name, bytes }) => [name, bytes]));
  services.log.info({ recordingId: recording.id, made, loudness, took }, "recording prepared");
}

const reportEveryMs = 500;

/** Reports the progress twice a second, and ends the work once it is not wanted any more. */
function watchClaim(services: Services, claim: Claim, stopping: AbortSignal) {
  const unwanted = new AbortController();
  let percent = 0;
  let reported = 0;
  let isReporting = false;
  const report = async () => {
    if (isReporting) return;
    isReporting = true;
    const reached = percent;
    try {
      const report = reached === reported ? isWanted(services, claim) : reportProgress(services, claim, reached);
      if (!(await report)) unwanted.abort(new NotWantedError());
      reported = reached;
    } catch (error) {
      services.log.warn({ err: error }, "the progress of a preparation can't be reported; trying again");
    } finally {
      isReporting = false;
    }
  };
  const timer = setInterval(() => void report(), reportEveryMs);
  return {
    signal: AbortSignal.any([stopping, unwanted.signal]),
    onProgress: (reached: number) => void (percent = Math.max(percent, reached)),
    end: () => clearInterval(timer),
  };
}

const mostAttempts = 3;
const again =
  "Something went wrong on the server while this file was prepared. The log has the cause; please start again.";

type Failure = { error: unknown; attempt: number; isStopping: boolean };

/** Decides what becomes of a preparation that was not completed. */
async function settle(services: Services, claim: Claim, { error, attempt, isStopping }: Failure): Promise<void> {
  const { log, clock } = services;
  const recordingId = claim.recording.id;
  if (isStopping) return returnPreparation(services, claim, { attempt });
  if (error instanceof NotWantedError) return log.info({ recordingId }, "preparation ended: not wanted any more");
  if (error instanceof DomainError && error.code !== "busy") {
    log.warn({ err: error, recordingId }, "recording not prepared");
    return failPreparation(services, claim, error.message);
  }
  log.error({ err: error, recordingId, attempt }, "recording not prepared");
  if (attempt >= mostAttempts) return failPreparation(services, claim, again);
  const runAt = new Date(clock.now().getTime() + attempt * 5 * 60_000);
  return returnPreparation(services, claim, { attempt: attempt + 1, runAt });
}
