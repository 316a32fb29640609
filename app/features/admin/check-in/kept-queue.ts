import { deviceNow, parseQueue, queueKey, type UnsentCheckIn } from "./queue";

export type KeptQueue = {
  read: () => UnsentCheckIn[];
  change: (how: (queue: UnsentCheckIn[]) => UnsentCheckIn[]) => void;
  /** Calls back when another tab has changed it; returns how to stop. */
  onForeignChange: (tell: () => void) => () => void;
};

/** An account's unsent check-ins in local storage; in memory where the browser keeps nothing. */
export function keepQueue(accountId: string): KeptQueue {
  const key = queueKey(accountId);
  let unkept: string | null = null;

  const read = () => parseQueue(unkept ?? readItem(key), deviceNow());
  return {
    read,
    change(how) {
      const queue = how(read());
      const text = JSON.stringify(queue);
      try {
        if (queue.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, text);
        unkept = null;
      } catch {
        unkept = text;
      }
    },
    onForeignChange(tell) {
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) tell();
      };
      window.addEventListener("storage", hear);
      return () => window.removeEventListener("storage", hear);
    },
  };
}

function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
