import type { Response } from "express";

/** Keeps the slot until the returned function is called: work continues after the client has left. */
export function holdSlot(response: Response): () => void {
  return slotOf(response)?.keep() ?? (() => undefined);
}

export function occupySlot({ locals }: Response, giveBack: () => void): GateSlot {
  const slot = new GateSlot(giveBack);
  locals.slot = slot;
  return slot;
}

export const hasSlot = (response: Response): boolean => slotOf(response) !== undefined;

const slotOf = ({ locals }: Response) => locals.slot as GateSlot | undefined;

class GateSlot {
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
