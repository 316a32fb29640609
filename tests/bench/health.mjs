import http from "node:http";

/** Requests /healthz ten times a second. `stop` returns the sorted times in ms; a failure counts as Infinity. */
export async function watchHealth(url) {
  const times = [];
  let isOver = false;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise((resolve) => {
      const start = performance.now();
      const done = (isHealthy) => {
        times.push(isHealthy ? performance.now() - start : Infinity);
        setTimeout(resolve, 100);
      };
      const request = http.get(`${url}/healthz`, { agent }, (response) => {
        response.resume().once("end", () => done(response.statusCode === 200));
      });
      request.on("error", () => done(false));
    });
  await ask();
  times.length = 0;
  const asking = (async () => {
    while (!isOver) await ask();
  })();
  return {
    stop: async () => {
      isOver = true;
      await asking;
      agent.destroy();
      return times.sort((a, b) => a - b);
    },
  };
}
