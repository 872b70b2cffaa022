// Use case: lists the recent calls with a customer's API keys, newest first.
import type { Context } from '../../../context.ts';
import { DAY_MS } from '../../../time/durations.ts';
import { volumeName, type LedgerOwner } from '../ledgers/volume.ts';
import { VOLUME_OVERLAP_MS, volumesSince } from '../ledgers/volumes.ts';
import { readEarlierLines } from './earlier-line-store.ts';
import { firstIdAt, timeOfId, toStoredLine, type StoredLine } from './line.ts';

interface Wanted {
  onlyErrors: boolean;
  /** The id of a line; only older lines are returned. */
  before: number | undefined;
  limit: number;
}

export type ListedLine = StoredLine & Pick<LedgerOwner, 'test'>;

/** Reads the volumes of the ledger, newest first, until the page is full. */
export async function readLines(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'objects'>,
  owner: LedgerOwner,
  { onlyErrors, before, limit }: Wanted,
): Promise<ListedLine[]> {
  // After the log is switched off, the remaining lines are shown until they are deleted.
  const days = ctx.config.requestLogDays;
  const fromMs = days === 0 ? 0 : ctx.now() - days * DAY_MS;
  const wanted = { onlyErrors, before, limit, from: firstIdAt(fromMs) };
  // Lines that versions before D-170 wrote stay in D1 until they expire (forget-lines.ts).
  const [volumes, earlier] = await Promise.all([
    volumesSince(ctx, owner, fromMs),
    readEarlierLines(ctx.db, owner, wanted),
  ]);
  let lines = earlier.map(toStoredLine);
  for (const { residency, number, fullAtMs } of volumes) {
    if (isFull(lines, limit) && fullAtMs !== null && isBehind(lines, fullAtMs)) break;
    const ledger = ctx.objects.ledger(residency, volumeName(owner, number));
    lines = mergeLines(lines, await ledger.readRequests(wanted), limit);
  }
  return lines.map((line) => ({ ...line, test: owner.test }));
}

const isFull = (lines: readonly StoredLine[], limit: number): boolean => lines.length >= limit;

/**
 * Whether a volume that became full at `fullAtMs` contains only lines older than all of `lines`.
 */
const isBehind = (lines: readonly StoredLine[], fullAtMs: number): boolean =>
  timeOfId(lines.at(-1)?.id ?? 0) > fullAtMs + VOLUME_OVERLAP_MS;

/**
 * Merges two lists of lines, both newest first, into one list of at most `limit` lines without
 * duplicate ids.
 */
const mergeLines = (
  some: readonly StoredLine[],
  others: readonly StoredLine[],
  limit: number,
): StoredLine[] =>
  [...new Map([...some, ...others].map((line) => [line.id, line])).values()]
    .sort((one, other) => other.id - one.id)
    .slice(0, limit);
