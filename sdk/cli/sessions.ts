// `agate sessions tail`: the latest sessions, and every change of them as it happens.
import type { Transport } from '../src/transport.ts';
import { readArguments, readWhole } from './arguments.ts';
import { openTransport, readSettings } from './settings.ts';
import { UsageError, type Terminal } from './terminal.ts';
import { watch } from './watch.ts';

export const SESSIONS_HELP = `agate sessions tail [--last <count>] [--once]

Prints the latest sessions of your key's mode, the oldest of them first, then each new one and each change of status.

  --last <count>   how many to begin with, 0 to 100, default 10
  --once           prints those and ends`;

/** Of what the list has, what is printed. The whole of one: GET /api/v1/sessions/{token}. */
interface Listed {
  token: string;
  status: string;
  reason?: string;
  gate?: number;
  external_user_id?: string;
  created_at: string;
}

/** Changes of sessions that are further back are not seen. */
const SEEN = 100;

/** Runs until stopped, unless `--once`. @throws UsageError, AgateError */
export async function sessions(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(
    args,
    { last: { type: 'string', default: '10' }, once: { type: 'boolean', default: false } },
    { most: 1, what: 'word' },
  );
  const [verb] = positionals;
  if (verb !== 'tail')
    throw new UsageError(
      verb === undefined
        ? 'sessions what? `agate sessions tail`.'
        : `There is no "sessions ${verb}".`,
    );
  const last = readWhole('last', values.last, 0, SEEN);
  const transport = openTransport(readSettings(terminal));
  const first = await readLatest(transport);
  const known = new Map(first.map((one) => [one.token, one.status]));
  for (const one of first.slice(0, last).toReversed()) terminal.print(lineOf(one));
  if (values.once) return;
  await terminal.sleep(1_000);
  await watch(terminal, async () => {
    for (const one of (await readLatest(transport)).toReversed()) {
      if (known.get(one.token) !== one.status) terminal.print(lineOf(one));
      known.set(one.token, one.status);
    }
  });
}

const readLatest = (transport: Transport): Promise<Listed[]> =>
  transport.call({
    method: 'GET',
    path: `/api/v1/sessions?per_page=${SEEN}`,
    isIdempotent: true,
  });

/** What a terminal would obey, or show in another order, as its code: people may have chosen the id. */
const written = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function lineOf({ created_at, status, token, gate, reason, external_user_id }: Listed): string {
  const about = [
    gate !== undefined && `${gate}+`,
    reason,
    external_user_id !== undefined && `user ${written(external_user_id)}`,
  ].filter((part) => part !== false && part !== undefined);
  return [created_at, status.padEnd(11), token, ...about].join('  ');
}
