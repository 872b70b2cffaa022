// The load generator for all targets: a few connections, each of which sends its next request when
// the previous one is done.
import { Agent, request as send } from 'node:http';
import { cpuSeconds } from './processes.ts';

export const LANES = 8;

export interface Call {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  text: string;
}

export interface Figures {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server per response, in milliseconds. */
  cpuMs: number;
  answers: number;
}

const makeAgent = () => new Agent({ keepAlive: true, maxSockets: LANES });

/** Sends requests over keep-alive connections. */
export class Sender {
  #agent = makeAgent();

  /**
   * Reconnects, because servers close connections that were idle while a different target was
   * measured.
   */
  connectAnew(): void {
    this.#agent.destroy();
    this.#agent = makeAgent();
  }

  send({ url, method = 'GET', headers = {}, body }: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = send(url, { method, headers, agent: this.#agent }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/**
 * Measures `step`, repeating it on every connection until the time is up or it returns 'done'.
 * @param step sends one request, and throws when the response is not as expected
 */
export async function measure(
  pid: number,
  durationMs: number,
  step: (lane: number) => Promise<'more' | 'done'>,
): Promise<Figures> {
  const times: number[] = [];
  const cpuBefore = cpuSeconds(pid);
  const startMs = performance.now();
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    while (performance.now() - startMs < durationMs) {
      const sentMs = performance.now();
      if ((await step(lane)) === 'done') return;
      times.push(performance.now() - sentMs);
    }
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return {
    perSecond: times.length / seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: ((cpuSeconds(pid) - cpuBefore) * 1000) / times.length,
    answers: times.length,
  };
}

/**
 * Combines several runs. Means are weighted by the number of responses; the 99th percentile is the
 * highest of all runs.
 */
export function together(runs: readonly Figures[]): Figures {
  const answers = runs.reduce((sum, run) => sum + run.answers, 0);
  const mean = (of: (run: Figures) => number) =>
    runs.reduce((sum, run) => sum + of(run) * run.answers, 0) / answers;
  const seconds = runs.reduce((sum, run) => sum + run.answers / run.perSecond, 0);
  return {
    perSecond: answers / seconds,
    p50Ms: mean((run) => run.p50Ms),
    p99Ms: Math.max(...runs.map((run) => run.p99Ms)),
    cpuMs: mean((run) => run.cpuMs),
    answers,
  };
}
