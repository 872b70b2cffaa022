// Measures the session list of a customer with so many sessions that they fill several volumes of
// its ledger. It uses real objects and a real directory in workerd, which the service's own use
// cases fill and read (test/support/counted/growth-worker.ts).
import { openGrowing } from './growing.ts';
import { VOLUME_BYTES } from './model.ts';

const DAY_MS = 86_400_000;
/**
 * The time span of the sessions, shorter than the 180 days for which the list keeps them, so that
 * no alarm deletes any.
 */
const SPAN_MS = 170 * DAY_MS;
/** The last part of the time span, whose sessions are in D1. */
const RECENT_MS = 7 * DAY_MS;
/**
 * The number of sessions in D1. Reading a page takes the same time however many there are (see `npm
 * run bench -- lists`).
 */
const RECENT = 10_000;
/** The number of sessions that one command writes. */
const PORTION = 50_000;
/**
 * The size in bytes at which a volume counts as full: the service's own limit, or less if all
 * sessions would fit in one volume.
 */
const BYTES_PER_VOLUME = (sessions: number): number =>
  Math.min(VOLUME_BYTES, Math.max(20e6, sessions * 400));
/**
 * How many times each page is read. Many reads are needed, because the CPU time of a process is
 * only known to the nearest 10 ms.
 */
const TIMES = 100;
const PER_PAGE = 25;

interface SessionList {
  name: string;
  total: number;
  /** CPU time of workerd for one page, including the use case, the local D1 and the objects. */
  firstMs: number;
  /** The CPU time of workerd for the last page; undefined for a list of one page. */
  lastMs?: number;
}

export interface SessionFigures {
  sessions: number;
  volumes: number;
  bytes: number;
  fillMs: number;
  /** CPU time of workerd for a session that is written together with 2,499 others. */
  cpuMsPerSession: number;
  lists: SessionList[];
}

export async function measureSessions(sessions: number): Promise<SessionFigures> {
  const { ask, cpuOf, stop } = await openGrowing();
  try {
    const place = {
      begin_ms: Date.now() - SPAN_MS,
      step_ms: (SPAN_MS - RECENT_MS) / sessions,
      full_bytes: BYTES_PER_VOLUME(sessions),
    };
    const startedMs = performance.now();
    const [, fillCpuMs] = await cpuOf(async () => {
      for (let first = 0; first < sessions; first += PORTION)
        await ask('fill-sessions', {
          ...place,
          first,
          sessions: Math.min(PORTION, sessions - first),
        });
    });
    const fillMs = performance.now() - startedMs;
    const sizes = (await ask('sizes', {})) as number[];
    const readPage = async (asked: Record<string, string | number>, offset: number) => {
      const of = { ...asked, offset };
      const found = (await ask('list', { ...of, times: 10 })) as { rows: number; total: number };
      const [, cpuMs] = await cpuOf(() => ask('list', { ...of, times: TIMES }));
      return { ...found, cpuMs: cpuMs / TIMES };
    };
    const readList = async ([name, asked]: WantedList): Promise<SessionList> => {
      const { total, cpuMs: firstMs } = await readPage(asked, 0);
      const last = total > PER_PAGE ? await readPage(asked, total - PER_PAGE) : undefined;
      if (last !== undefined && last.rows !== PER_PAGE)
        throw new Error(`${name}: a last page of ${last.rows} rows`);
      return { name, total, firstMs, ...(last !== undefined && { lastMs: last.cpuMs }) };
    };
    const lists: SessionList[] = [];
    // D1 has no recent sessions yet, so the first page comes from a volume.
    for (const [name, asked] of wantedLists(sessions).slice(0, 2))
      lists.push(await readList([`${name}, none recent`, asked]));
    const step = { begin_ms: Date.now() - RECENT_MS, step_ms: RECENT_MS / RECENT };
    await ask('fill-recent', { ...step, first: sessions, sessions: RECENT });
    for (const wanted of wantedLists(sessions)) lists.push(await readList(wanted));
    return {
      sessions,
      volumes: sizes.length,
      bytes: sizes.reduce((sum, one) => sum + one, 0),
      fillMs,
      cpuMsPerSession: fillCpuMs / sessions,
      lists,
    };
  } finally {
    await stop();
  }
}

type WantedList = readonly [name: string, asked: Record<string, string>];

const wantedLists = (sessions: number): WantedList[] => [
  ['all', {}],
  ['of one status', { status: 'failed' }],
  // A user ID whose number ends in 2 never belongs to the frequent user.
  ['of a user with one', { user: `user-${10 * Math.floor(sessions / 20) + 2}` }],
  ['of a user with a tenth of all', { user: 'everybody' }],
  ['of an unknown user', { user: 'nobody' }],
];
