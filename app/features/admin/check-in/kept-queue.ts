import { deviceNow, parseQueue, queueKey, type UnsentCheckIn } from "./queue";

export type KeptQueue = {
  read: () => UnsentCheckIn[];
  change: (how: (queue: UnsentCheckIn[]) => UnsentCheckIn[]) => void;
  /** Calls back when another tab changes the queue; returns a function that stops it. */
  onForeignChange: (onChange: () => void) => () => void;
};

/** Keeps an account's unsent check-ins in local storage, or in memory if the browser refuses storage. */
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
    onForeignChange(onChange) {
      const hear = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange();
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
