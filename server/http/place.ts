import type { Response } from "express";

/**
 * Keeps the request's place until the function that it returns is called: work goes on after its browser has left, and
 * so does what it takes of the database. Does nothing where there is no gate.
 */
export function keepPlace(response: Response): () => void {
  return placeOf(response)?.keep() ?? (() => undefined);
}

/** Gives the request a place; `giveBack` is called once it is free again. */
export function takePlace({ locals }: Response, giveBack: () => void): Place {
  const place = new Place(giveBack);
  locals.place = place;
  return place;
}

export const hasPlace = (response: Response): boolean => placeOf(response) !== undefined;

const placeOf = ({ locals }: Response) => locals.place as Place | undefined;

/** A request's place, given back once it is answered or its browser has left, and no handler works on it any more. */
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
