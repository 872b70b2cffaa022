// `agate sessions` lists and follows sessions, and reads, cancels or retakes a single one.
import type { Agate } from '../src/agate.ts';
import type { ListedVerification, VerificationFilter } from '../src/verifications.ts';
import { readArguments, readOneOf, readWhole } from './arguments.ts';
import { openAgate, readSettings } from './settings.ts';
import { tell, UsageError, type Terminal } from './terminal.ts';
import { watch } from './watch.ts';
import { written } from './written.ts';

export const SESSIONS_HELP = `agate sessions list [--status <status>] [--user-id <id>] [--from <day>] [--to <day>] [--last <count>]
agate sessions get <token>
agate sessions cancel <token>
agate sessions retake <token>
agate sessions tail [--last <count>] [--once]

list prints sessions of your key's mode, newest first. get prints one with its checks and how far the visitor got.
cancel ends one that runs. retake makes one in place of one that failed or expired, and prints its link. tail prints the
latest, the oldest of them first, then each new one and each change of status.

  <token>             xtk_… or xit_…
  --status <status>   such as success, failed, in_progress
  --user-id <id>      exactly the user_id of init
  --from, --to <day>  days in UTC, such as 2026-08-13, both inclusive
  --last <count>      how many: of list 1 to 1000, default 20; of tail 0 to 100, default 10
  --once              tail prints the latest and ends`;

/** The number of latest sessions that `tail` watches; changes to older sessions are not shown. */
const SEEN = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;

const VERBS = { list, get, cancel, retake, tail } as const;
export const SESSION_VERBS = Object.keys(VERBS);

/** The statuses that the service can filter sessions by. */
export const STATUSES = [
  'pending',
  'in_progress',
  'pending_tenant_review',
  'awaiting_retake',
  'success',
  'failed',
  'canceled',
  'expired',
  'retaken',
] as const satisfies readonly ListedVerification['status'][];

/** @throws UsageError, AgateError */
export async function sessions(args: readonly string[], terminal: Terminal): Promise<void> {
  const verb = args.find((one) => !one.startsWith('-') && Object.hasOwn(VERBS, one));
  if (verb === undefined) {
    const [said] = args.filter((one) => !one.startsWith('-'));
    throw new UsageError(
      said === undefined
        ? 'sessions what? list, get, cancel, retake or tail, such as `agate sessions tail`.'
        : `There is no "sessions ${said}". There are list, get, cancel, retake and tail.`,
    );
  }
  const rest = args.toSpliced(args.indexOf(verb), 1);
  await VERBS[verb as keyof typeof VERBS](rest, terminal);
}

async function list(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    status: { type: 'string' },
    'user-id': { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    last: { type: 'string', default: '20' },
  });
  for (const name of ['from', 'to'] as const)
    if (values[name] !== undefined && !DAY.test(values[name]))
      throw new UsageError(`--${name} must be a day such as 2026-08-13.`);
  const filter = {
    status:
      values.status === undefined ? undefined : readOneOf('--status', values.status, STATUSES),
    external_user_id: values['user-id'],
    start_date: values.from,
    end_date: values.to,
  } as VerificationFilter;
  const last = readWhole('last', values.last, 1, 1_000);
  const agate = openAgate(readSettings(terminal));
  let count = 0;
  for await (const one of agate.verifications.all(filter)) {
    tell(terminal, one, lineOf(one));
    count += 1;
    if (count === last || terminal.stopped.aborted) return;
  }
  if (count === 0 && !terminal.json) terminal.note('No session matches, in the mode of your key.');
}

async function get(args: readonly string[], terminal: Terminal): Promise<void> {
  const [agate, token] = openFor(args, terminal, 'get');
  const found = await agate.verifications.read(token);
  const lines = [
    lineOf(found),
    ...Object.entries(found.checks)
      .filter(([, { performed }]) => performed)
      .map(([name, { passed }]) => `  ${name.padEnd(11)} ${passed ? 'passed' : 'did not pass'}`),
    ...found.timeline.map(
      ({ at, name, step }) => `  ${at}  ${step === undefined ? name : `${name} ${step}`}`,
    ),
  ];
  tell(terminal, found, lines.join('\n'));
}

async function cancel(args: readonly string[], terminal: Terminal): Promise<void> {
  const [agate, token] = openFor(args, terminal, 'cancel');
  const result = await agate.verifications.cancel(token);
  tell(terminal, result, lineOf(result));
}

async function retake(args: readonly string[], terminal: Terminal): Promise<void> {
  const [agate, token] = openFor(args, terminal, 'retake');
  const made = await agate.verifications.retake(token);
  tell(terminal, made, made.verify_url);
  if (!terminal.json)
    terminal.note(`It replaces ${made.previous}. The link opens once, within ten minutes.`);
}

function openFor(args: readonly string[], terminal: Terminal, verb: string): [Agate, string] {
  const { positionals } = readArguments(args, {}, { most: 1, what: 'token' });
  const [token] = positionals;
  if (token === undefined || !/^x[ti][tk]_[\w-]+$/.test(token))
    throw new UsageError(
      `Which session? agate sessions ${verb} xtk_…: \`agate sessions list\` prints their tokens.`,
    );
  return [openAgate(readSettings(terminal)), token];
}

/** Polls until stopped; with `--once`, polls only once. */
async function tail(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    last: { type: 'string', default: '10' },
    once: { type: 'boolean', default: false },
  });
  const last = readWhole('last', values.last, 0, SEEN);
  const agate = openAgate(readSettings(terminal));
  const first = await agate.verifications.list();
  const known = new Map(first.map((one) => [one.token, one.status]));
  for (const one of first.slice(0, last).toReversed()) tell(terminal, one, lineOf(one));
  if (values.once) return;
  await terminal.sleep(1_000);
  await watch(terminal, async () => {
    for (const one of (await agate.verifications.list()).toReversed()) {
      if (known.get(one.token) !== one.status) tell(terminal, one, lineOf(one));
      known.set(one.token, one.status);
    }
  });
}

type Shown = Pick<
  ListedVerification,
  'created_at' | 'status' | 'token' | 'gate' | 'reason' | 'external_user_id'
>;

function lineOf({ created_at, status, token, gate, reason, external_user_id }: Shown): string {
  const about = [
    gate !== undefined && `${gate}+`,
    reason,
    external_user_id !== undefined && `user ${written(external_user_id)}`,
  ].filter((part) => part !== false && part !== undefined);
  return [created_at, status.padEnd(11), token, ...about].join('  ');
}
