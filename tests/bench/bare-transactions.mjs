// Reference of the benchmark: repeats a transaction through the plain driver and prints its number a second.
import pg from "pg";

const [connectionString, clients, seconds] = process.argv.slice(2);
const statements = JSON.parse(process.env.STATEMENTS ?? "[]");
const began = performance.now();
const isOver = () => performance.now() - began > Number(seconds) * 1000;
let done = 0;

async function work() {
  const client = new pg.Client({ connectionString });
  await client.connect();
  while (!isOver()) {
    for (const [nth, text] of statements.entries()) await client.query({ name: `statement ${nth}`, text });
    done += 1;
  }
  await client.end();
}

await Promise.all(Array.from({ length: Number(clients) }, work));
console.log((done * 1000) / (performance.now() - began));
