// `agate logs tail` shows the API calls made with your keys, as they happen.
import type { RequestLine } from '../src/requests.ts';
import type { Agate } from '../src/agate.ts';
import { readArguments, readWhole } from './arguments.ts';
import { openAgate, readSettings } from './settings.ts';
import { tell, UsageError, type Terminal } from './terminal.ts';
import { watch } from './watch.ts';

export const LOGS_HELP = `agate logs tail [--errors] [--last <count>] [--once]

Prints the latest calls with your keys, of the mode of this one, the oldest of them first, then each new one: a second
or two behind. No bodies, no parameters, no addresses. Its own calls are left out.

  --errors         only what was refused or failed
  --last <count>   how many to begin with, 0 to 100, default 10
  --once           prints those and ends`;

const PAGE = 100;
/** The path of this command's own calls, which are left out of the output. */
const OWN = '/api/v1/requests';
/**
 * How far back each poll looks for lines that the previous poll missed: the service's isolates
 * collect lines for a second before they write them.
 */
const LATE_MS = 10_000;

/**
 * Polls until stopped; with `--once`, polls only once.
 * @throws UsageError, AgateError
 */
export async function logs(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(
    args,
    {
      errors: { type: 'boolean', default: false },
      last: { type: 'string', default: '10' },
      once: { type: 'boolean', default: false },
    },
    { most: 1, what: 'word' },
  );
  const [verb] = positionals;
  if (verb !== 'tail')
    throw new UsageError(
      verb === undefined ? 'logs what? `agate logs tail`.' : `There is no "logs ${verb}".`,
    );
  const last = readWhole('last', values.last, 0, PAGE);
  const agate = openAgate(readSettings(terminal));
  const read = (until: number) => readBack(agate, values.errors, until);
  const first = await read(Infinity);
  let known = new Set(first.map(({ id }) => id));
  if (last > 0) for (const line of first.slice(-last)) tell(terminal, line, lineOf(line));
  if (values.once) return;
  let newestMs = Date.parse(first.at(-1)?.at ?? '') || terminal.now();
  await terminal.sleep(1_000);
  await watch(terminal, async () => {
    const fromMs = newestMs - LATE_MS;
    const lines = await read(fromMs);
    for (const line of lines) {
      const atMs = Date.parse(line.at);
      if (!known.has(line.id) && atMs >= fromMs) tell(terminal, line, lineOf(line));
      newestMs = Math.max(newestMs, atMs);
    }
    // Lines from before `fromMs` are never printed again, so their ids can be forgotten.
    known = new Set(lines.map(({ id }) => id));
  });
}

/**
 * @param untilMs reading stops at the first page that contains a line from before this time; with
 *   Infinity, only one page is read
 * @returns the lines, oldest first
 */
async function readBack(
  agate: Agate,
  only_errors: boolean,
  untilMs: number,
): Promise<RequestLine[]> {
  const lines: RequestLine[] = [];
  for (;;) {
    const before = lines.at(-1)?.id;
    const page = await agate.requests.list({
      only_errors,
      limit: PAGE,
      ...(before !== undefined && { before }),
    });
    lines.push(...page);
    const oldest = page.at(-1);
    if (page.length < PAGE || oldest === undefined || Date.parse(oldest.at) < untilMs) break;
  }
  return lines.filter(({ path }) => path !== OWN).toReversed();
}

function lineOf({ at, status, method, path, code, duration_ms, request_id }: RequestLine): string {
  const parts = [at, String(status), method.padEnd(6), path, code, `${duration_ms} ms`, request_id];
  return parts.filter((part) => part !== undefined).join('  ');
}
