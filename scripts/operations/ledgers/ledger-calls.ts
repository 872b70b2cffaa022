// Calls the service to read and restore ledgers, because only the service can access them
// (routes/health/ledgers.ts).
import { setTimeout as delay } from 'node:timers/promises';
import type { RowsRestored } from '../../../src/domain/platform/ledgers/copied-rows.ts';

/** How long a call waits before each retry, in milliseconds. */
const WAITS_MS = [1_000, 5_000, 30_000];
const PATIENCE_MS = 60_000;

/**
 * A part of a volume: lines of JSON, and `next`, where the next part begins (null in the last
 * part).
 */
export interface VolumePart {
  lines: string[];
  next: string | null;
}

interface LedgerService {
  /** Whether a service responds at the address. */
  answers: () => Promise<boolean>;
  /** @param volume the path of the volume: customer, mode and number */
  read: (token: string, volume: string, after: string | null) => Promise<VolumePart>;
  restore: (token: string, volume: string, lines: readonly string[]) => Promise<RowsRestored>;
}

interface Options {
  fetchService?: typeof fetch;
  wait?: (ms: number) => Promise<unknown>;
}

/** @param address the service's BASE_URL */
export function openLedgerService(
  address: string,
  { fetchService = fetch, wait = delay }: Options = {},
): LedgerService {
  const call = async (token: string, path: string, body?: string): Promise<string> => {
    for (let n = 0; ; n += 1) {
      const answer = await fetchService(`${address}/readyz/ledgers/${path}`, {
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'text/plain' },
        ...(body !== undefined && { method: 'POST', body }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).then(
        async (response) => ({ status: response.status, text: await response.text() }),
        (error: unknown) => ({ status: 0, text: reasonOf(error) }),
      );
      if (answer.status === 200) return answer.text;
      const waitMs = WAITS_MS[n];
      if (waitMs === undefined || !isPassing(answer.status)) throw refused(address, answer);
      await wait(waitMs);
    }
  };
  return {
    answers: async () => {
      try {
        const response = await fetchService(`${address}/healthz`, {
          signal: AbortSignal.timeout(10_000),
        });
        return response.ok;
      } catch {
        return false;
      }
    },
    read: async (token, volume, after) =>
      partOf(await call(token, after === null ? volume : `${volume}?after=${after}`)),
    restore: async (token, volume, lines) =>
      JSON.parse(
        await call(token, volume, lines.map((line) => `${line}\n`).join('')),
      ) as RowsRestored,
  };
}

const isPassing = (status: number): boolean => status === 0 || status === 429 || status >= 500;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'no answer');

function refused(address: string, { status, text }: { status: number; text: string }): Error {
  if (status === 0) return new Error(`${address} could not be reached: ${text}`);
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200);
  const hint =
    status === 404
      ? ' It must be the service of this database, in this version, and the database must have the volume.'
      : '';
  return new Error(`${address} did not copy a ledger: ${status} ${message}${hint}`);
}

/** @throws Error for a response that was cut off */
function partOf(text: string): VolumePart {
  const lines = text.trimEnd().split('\n');
  const last = JSON.parse(lines.pop() ?? '') as { next?: string | null };
  if (last.next === undefined)
    throw new Error('The service did not send a whole part of a ledger.');
  return { lines, next: last.next };
}
