// Runs the load in a separate process, so that its memory is not counted as the service's. Its
// argument is a file with the settings; any message stops it.
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Journeys, PERIOD_MS, type Kind, type Service } from './journeys.ts';

export interface LoadSettings {
  service: Service;
  kinds: readonly Kind[];
  /** The rate at which journeys start, as a multiple of the usual load. */
  pace: number;
}

/** The load's counts so far. */
export interface Tally {
  requests: number;
  webhooks: number;
  journeys: Partial<Record<Kind, number>>;
  failures: number;
  /** The first few failures. */
  faults: string[];
  isOver: boolean;
}

const FAULTS = 5;
const TELL_EVERY_MS = 1_000;

const [file = ''] = process.argv.slice(2);
const { service, kinds, pace } = JSON.parse(readFileSync(file, 'utf8')) as LoadSettings;
const tally: Tally = {
  requests: 0,
  webhooks: 0,
  journeys: {},
  failures: 0,
  faults: [],
  isOver: false,
};
const stopping = new AbortController();
process.once('message', () => stopping.abort());
// Exits when the parent process has ended.
process.once('disconnect', () => process.exit(1));
subscribe('undici:request:create', () => (tally.requests += 1));

const journeys = new Journeys(service);
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString()) as { challenge?: string };
    if (body.challenge === undefined) tally.webhooks += 1;
    response.end(body.challenge ?? '');
  });
});
if (kinds.includes('check')) {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  await journeys.subscribe(`http://127.0.0.1:${port}/`);
}
const telling = setInterval(() => process.send?.(tally), TELL_EVERY_MS);
await Promise.all(kinds.map(repeat));
clearInterval(telling);
// Waits for webhooks that are still on their way.
await delay(5_000);
receiver.closeAllConnections();
receiver.close();
process.send?.({ ...tally, isOver: true } satisfies Tally);
process.disconnect();

async function repeat(kind: Kind): Promise<void> {
  while (!stopping.signal.aborted) {
    const beganMs = performance.now();
    try {
      await journeys.run(kind);
    } catch (error) {
      tally.failures += 1;
      if (tally.faults.length < FAULTS) tally.faults.push(String(error));
    }
    tally.journeys[kind] = (tally.journeys[kind] ?? 0) + 1;
    await delay(Math.max(0, PERIOD_MS[kind] / pace - (performance.now() - beganMs)));
  }
}
