import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { z } from "zod";

/** A web process asks the one that forked it, which asks all web processes and sums. */
const question = z.object({ breathroomMetrics: z.literal("asked"), id: z.number() });
const reply = z.object({ breathroomMetrics: z.literal("answered"), id: z.number(), text: z.string() });

const patienceMs = 6000;

/** Answers the web processes of this one, which serves no pages itself. */
export function answerMetricsOfAll(): void {
  const all = new AggregatorRegistry();
  cluster.on("message", (asking: Worker, message: unknown) => {
    const parsed = question.safeParse(message);
    if (!parsed.success) return;
    const answer = (text: string) => {
      if (asking.isConnected()) asking.send({ breathroomMetrics: "answered", id: parsed.data.id, text });
    };
    all.clusterMetrics().then(answer, () => answer(""));
  });
}

/** Returns a function that reads the figures of all processes of this site on this machine. */
export function readerOfAll(registry: Registry): () => Promise<string> {
  if (!cluster.worker) return () => registry.metrics();
  AggregatorRegistry.setRegistries([registry]);
  // Its constructor lets this process answer the sum.
  void new AggregatorRegistry();
  let lastId = 0;
  return () => askPrimary((lastId += 1));
}

function askPrimary(id: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (message: unknown) => {
      const answered = reply.safeParse(message);
      if (!answered.success || answered.data.id !== id) return;
      end();
      resolve(answered.data.text);
    };
    const end = () => {
      clearTimeout(timer);
      process.off("message", listen);
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error("the first process does not answer"));
    }, patienceMs);
    process.on("message", listen);
    cluster.worker?.send({ breathroomMetrics: "asked", id });
  });
}
