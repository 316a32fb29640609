type Position = { positionSeconds: number; isFinished: boolean; measuredAt: number };

const procedures = "/api/trpc/recordings";
const json = { "Content-Type": "application/json" };

type Place = { positionSeconds: number; startSeconds: number; ageMs: number };

/** What a player reports: where it stands, and whether that is as good as the end. */
export function measure(video: HTMLVideoElement): Position {
  const isFinished = video.ended || (video.duration > 0 && video.currentTime >= video.duration * 0.95);
  return { positionSeconds: video.currentTime, isFinished, measuredAt: performance.now() };
}

/**
 * Brings positions to the server, one at a time and the newest last; what did not arrive goes along with the next try.
 * A position says how old it is, so that nobody's clock matters.
 */
export function createPositionSaver(recordingId: string) {
  const openedAt = performance.now();
  let sent: Position | null = null;
  let waiting: Position | null = null;
  let isSending = false;

  const bodyOf = ({ measuredAt, ...position }: Position) =>
    JSON.stringify({ recordingId, ...position, ageMs: Math.max(0, performance.now() - measuredAt) });
  const isNews = (position: Position) =>
    position.positionSeconds >= 1 && Math.abs(position.positionSeconds - (sent?.positionSeconds ?? 0)) >= 0.5;

  async function sendWaiting(): Promise<void> {
    if (isSending || !waiting) return;
    const position = waiting;
    waiting = null;
    isSending = true;
    const isTaken = await post(bodyOf(position));
    isSending = false;
    if (isTaken) sent = position;
    else waiting ??= position;
  }

  return {
    /** Keeps a position, now or with the next one. */
    save(position: Position): void {
      if (isNews(position)) waiting = position;
      void sendWaiting();
    },
    /** The page may be gone in a moment: what is not on its way now never will be. */
    saveAndLeave(position: Position): void {
      if (!isNews(position)) return;
      waiting = null;
      sent = position;
      navigator.sendBeacon(`${procedures}.savePosition`, new Blob([bodyOf(position)], { type: json["Content-Type"] }));
    },
    /** Where another device has gone on since; null where this one has the newest place. */
    async newerPlace(): Promise<number | null> {
      const place = await read(recordingId);
      const knownForMs = performance.now() - (sent?.measuredAt ?? openedAt);
      const isNewer = place && place.ageMs < knownForMs;
      // What was sent from here comes back as a whole number, a little younger for its way.
      return isNewer && place.positionSeconds !== Math.floor(sent?.positionSeconds ?? 0) ? place.startSeconds : null;
    },
  };
}

async function post(body: string): Promise<boolean> {
  try {
    const options = { method: "POST", headers: json, body, keepalive: true };
    return (await fetch(`${procedures}.savePosition`, options)).ok;
  } catch {
    return false;
  }
}

async function read(recordingId: string): Promise<Place | null> {
  try {
    const query = new URLSearchParams({ input: JSON.stringify({ recordingId }) });
    const answer = await fetch(`${procedures}.getPosition?${query.toString()}`);
    if (!answer.ok) return null;
    const { result } = (await answer.json()) as { result: { data: Place | null } };
    return result.data;
  } catch {
    return null;
  }
}
