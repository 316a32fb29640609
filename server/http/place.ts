import type { Response } from "express";

/**
 * Keeps the request's place in its gate until the returned function is called: work continues after the client has
 * left.
 */
export function keepPlace(response: Response): () => void {
  return placeOf(response)?.keep() ?? (() => undefined);
}

export function takePlace({ locals }: Response, giveBack: () => void): Place {
  const place = new Place(giveBack);
  locals.place = place;
  return place;
}

export const hasPlace = (response: Response): boolean => placeOf(response) !== undefined;

const placeOf = ({ locals }: Response) => locals.place as Place | undefined;

/** Released once the request has ended and no handler works on it any more. */
class Place {
  #workers = 0;
  #hasEnded = false;
  #giveBack: (() => void) | null;

  constructor(giveBack: () => void) {
    this.#giveBack = giveBack;
  }

  keep(): () => void {
    this.#workers += 1;
    let isKept = true;
    return () => {
      if (isKept) this.#workers -= 1;
      isKept = false;
      this.#leaveIfDone();
    };
  }

  end(): void {
    this.#hasEnded = true;
    this.#leaveIfDone();
  }

  #leaveIfDone(): void {
    if (!this.#hasEnded || this.#workers > 0) return;
    const giveBack = this.#giveBack;
    this.#giveBack = null;
    giveBack?.();
  }
}
