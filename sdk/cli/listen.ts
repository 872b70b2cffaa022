// `agate listen` forwards events from the event feed to a URL of yours, signed like webhooks. It
// needs no registered endpoint and no tunnel, because it polls the feed.
import type { Transport } from '../src/transport.ts';
import type { AgateEvent } from '../src/events.ts';
import { AgateError } from '../src/errors.ts';
import { readAddress, readArguments, readOneOf } from './arguments.ts';
import { openTransport, readSettings } from './settings.ts';
import { makeSecret, readSecret, webhookHeaders } from './sign.ts';
import { tell, UsageError, type Terminal } from './terminal.ts';
import { ALL_EVENTS } from './trigger.ts';
import { watch } from './watch.ts';

export const LISTEN_HELP = `agate listen [--to <address>] [--types <type,…>] [--after <evt_…> | --all]

Prints the events of your key's mode as they happen, and with --to forwards each one to an address of yours as
the POST that a webhook is. Begins with events from now on.

  --to <address>     such as http://localhost:3000/webhooks
  --types <type,…>   only these, such as session.success,session.failed
  --after <evt_…>    begins after that event
  --all              begins with the oldest event that is kept (30 days)

Events are signed with AGATE_WEBHOOK_SECRET; without it, with a secret made for this run, which is printed.
An address that fails gets each event once: the events stay in the feed.`;

const PAGE = 100;
/**
 * How long the service waits for a receiver to respond, and therefore how long this command waits
 * as well.
 */
const RECEIVER_MS = 10_000;

/**
 * Runs until stopped.
 * @throws UsageError, AgateError
 */
export async function listen(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    to: { type: 'string' },
    types: { type: 'string' },
    after: { type: 'string' },
    all: { type: 'boolean', default: false },
  });
  const target = values.to === undefined ? undefined : readAddress('to', values.to);
  const types = values.types
    ?.split(',')
    .map((type) => readOneOf('Each of --types', type.trim(), ALL_EVENTS));
  if (values.after !== undefined && values.all)
    throw new UsageError('Use either --after or --all, not both.');
  if (values.after !== undefined && !/^evt_\w+$/.test(values.after))
    throw new UsageError('--after must be the id of an event, evt_….');
  const settings = readSettings(terminal);
  const secret = target && secretOf(terminal);
  const transport = openTransport(settings);

  let last = values.after;
  if (last === undefined && !values.all) last = await lastEvent(transport, terminal);
  terminal.note(
    `Listening at ${settings.baseUrl} with a ${settings.isTest ? 'test' : 'live'} key.`,
  );
  await watch(terminal, async () => {
    for (;;) {
      const page = await readPage(transport, last).catch((error: unknown) => {
        if (last === values.after || !isForgotten(error)) throw error;
        // The feed had already been read to its end and has since dropped the last event that was
        // read, so every event that it still contains is newer.
        last = undefined;
        return readPage(transport, last);
      });
      for (const event of page) {
        if (terminal.stopped.aborted) return;
        if (types === undefined || types.some((type) => type === event.type))
          await handle(event, target, secret, terminal);
        last = event.id;
      }
      if (page.length < PAGE) return;
    }
  });
}

function secretOf(terminal: Terminal): string {
  const own = terminal.env['AGATE_WEBHOOK_SECRET'];
  if (own !== undefined && own !== '') return readSecret(own);
  const made = makeSecret();
  terminal.note(`Signing with a secret for this run. Give it to your receiver:\n  ${made}`);
  return made;
}

const readPage = (transport: Transport, after: string | undefined): Promise<AgateEvent[]> => {
  const query = new URLSearchParams({ limit: String(PAGE), ...(after !== undefined && { after }) });
  return transport.call({
    method: 'GET',
    path: `/api/v1/events?${query.toString()}`,
    isIdempotent: true,
  });
};

/**
 * Whether the request failed because the feed, which keeps events for 30 days, no longer has the
 * event to continue from.
 */
const isForgotten = (error: unknown): boolean =>
  error instanceof AgateError && error.details.some(({ field }) => field === 'after');

/**
 * Finds the last event by reading the whole feed, because the feed can only be read from its oldest
 * event onwards.
 */
async function lastEvent(transport: Transport, terminal: Terminal): Promise<string | undefined> {
  let last: string | undefined;
  for (let pages = 1; !terminal.stopped.aborted; pages += 1) {
    const page = await readPage(transport, last);
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE) return last;
    if (pages === 10)
      terminal.note(
        'Skipping to the end of the feed. With --after, printing begins at once after an event that you name.',
      );
  }
  return last;
}

/** Forwards an event, and prints the time, the type, the id and the receiver's response. */
async function handle(
  event: AgateEvent,
  target: URL | undefined,
  secret: string | undefined,
  terminal: Terminal,
): Promise<void> {
  const at = new Date(event.created * 1000).toISOString().replace('.000', '');
  const line = `${at}  ${event.type}  ${event.id}`;
  const isForwarded = target !== undefined && secret !== undefined;
  const forwarded = isForwarded ? await forward(event, target, secret, terminal) : undefined;
  tell(
    terminal,
    { ...event, ...(forwarded !== undefined && { forwarded }) },
    [line, forwarded].filter((part) => part !== undefined).join('  '),
  );
}

async function forward(
  event: AgateEvent,
  target: URL,
  secret: string,
  { now, stopped }: Terminal,
): Promise<string> {
  const body = JSON.stringify(event);
  const startedAtMs = now();
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: webhookHeaders({ id: event.id, body, atMs: startedAtMs }, secret),
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(RECEIVER_MS), stopped]),
    });
    await response.body?.cancel();
    const took = `${response.status} in ${now() - startedAtMs} ms`;
    return response.ok ? took : `${took}: a webhook would be tried again`;
  } catch {
    return stopped.aborted ? 'stopped' : `no answer from ${target.host}: does it run?`;
  }
}
