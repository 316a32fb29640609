import type { PlaybackPosition } from "@server/selling/recordings/schemas";
import { createApi, isApiError } from "~/lib/api/client";
import type { Interruption } from "./player/interruptions";

type Position = { positionSeconds: number; isFinished: boolean; measuredAt: number };

const { recordings } = createApi((address, init) => fetch(address, { ...init, keepalive: init?.method === "POST" }));

/** `keepalive` requests outlive the page, so their answers are not known. */
const { recordings: lastCalls } = createApi((address, init) => {
  if (typeof address === "string" && typeof init?.body === "string") {
    navigator.sendBeacon(address, new Blob([init.body], { type: "application/json" }));
  }
  return new Promise(() => undefined);
});

export function measure({ ended, duration, currentTime }: HTMLMediaElement): Position {
  const isFinished = ended || (duration > 0 && currentTime >= duration * 0.95);
  return { positionSeconds: currentTime, isFinished, measuredAt: performance.now() };
}

/** What hinders a position from being kept, as far as the member has to know; null if nothing does. */
type AnswerListener = (answer: Interruption | null) => void;

/**
 * Sends positions one at a time, with their age, because the clocks of browser and server may differ. `hear` is told
 * when one is kept, and when the session or the access has ended.
 */
export function createPositionSaver(recordingId: string, hear: AnswerListener = () => undefined) {
  const openedAt = performance.now();
  let sent: Position | null = null;
  let waiting: Position | null = null;
  let isSending = false;

  const inputOf = ({ measuredAt, ...position }: Position) => ({
    recordingId,
    ...position,
    ageMs: Math.max(0, performance.now() - measuredAt),
  });
  const isNews = (position: Position) =>
    position.positionSeconds >= 1 && Math.abs(position.positionSeconds - (sent?.positionSeconds ?? 0)) >= 0.5;

  async function sendWaiting(): Promise<void> {
    if (isSending || !waiting) return;
    const position = waiting;
    waiting = null;
    isSending = true;
    const status = await sendPosition(inputOf(position));
    isSending = false;
    if (status === 200) sent = position;
    else waiting ??= position;
    if (status === 200) hear(null);
    else if (status === 404) hear("closed");
    else if (status === 401) hear("signed-out");
  }

  return {
    save(position: Position): void {
      if (isNews(position)) waiting = position;
      void sendWaiting();
    },
    /** Uses a request that outlives the page. */
    saveAndLeave(position: Position): void {
      if (!isNews(position)) return;
      waiting = null;
      sent = position;
      void lastCalls.savePosition.mutate(inputOf(position));
    },
    /** Returns the position that another device has saved since; null if this one's is the newest. */
    async newerPlace(): Promise<number | null> {
      const place = await readPlace(recordingId);
      const knownForMs = performance.now() - (sent?.measuredAt ?? openedAt);
      const isNewer = place && place.ageMs < knownForMs;
      // The server rounds a position that was sent from here, so compare it as a whole number.
      return isNewer && place.positionSeconds !== Math.floor(sent?.positionSeconds ?? 0) ? place.startSeconds : null;
    },
  };
}

/** Returns the status of the answer; 0 without one. */
async function sendPosition(input: PlaybackPosition): Promise<number> {
  try {
    await recordings.savePosition.mutate(input);
    return 200;
  } catch (error) {
    return isApiError(error) ? (error.data?.httpStatus ?? 0) : 0;
  }
}

async function readPlace(recordingId: string) {
  try {
    return await recordings.getPosition.query({ recordingId });
  } catch {
    return null;
  }
}
