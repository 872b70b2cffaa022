// `agate trigger`: makes an event happen. A test session is made and settled as a visitor would settle it, so the feed,
// the webhooks and the result are all real.
import type { WireEvent, WireInitData, WireResult } from '../src/wire.ts';
import { readArguments, readCallback, readOneOf, readWhole } from './arguments.ts';
import { openTransport, readSettings, type CliSettings } from './settings.ts';
import { CommandError, UsageError, type Terminal } from './terminal.ts';

type SessionEventType = Exclude<WireEvent['type'], 'face_2fa.completed'>;

/** What the sandbox settles a session as, for every event of one. */
const OUTCOMES = {
  'session.success': 'success',
  'session.failed': 'failed',
  'session.canceled': 'canceled',
  'session.expired': 'expired',
  'session.review_required': 'pending_tenant_review',
  'session.retake_requested': 'awaiting_retake',
} as const satisfies Record<SessionEventType, string>;

export const MADE_EVENTS = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];

export const TRIGGER_HELP = `agate trigger <event> [--reason <reason>] [--min-age <years>] [--user-id <id>] [--callback-url <address>]

Makes a test session and settles it, so that the event really happens: in the feed, at your webhooks, in the
result. Needs a test key.

  <event>                     ${MADE_EVENTS.join('\n                              ')}
  --reason <reason>           why a failed session failed, such as age_below_threshold
  --min-age <years>           1 to 99, default 18
  --user-id <id>              your own name for the person
  --callback-url <address>    default https://example.com/agate`;

/** @throws UsageError, CommandError, AgateError */
export async function trigger(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(
    args,
    {
      reason: { type: 'string' },
      'min-age': { type: 'string', default: '18' },
      'user-id': { type: 'string' },
      'callback-url': { type: 'string', default: 'https://example.com/agate' },
    },
    { most: 1, what: 'event' },
  );
  const [name] = positionals;
  if (name === undefined) throw new UsageError(`Which event? One of: ${MADE_EVENTS.join(', ')}.`);
  const event = readOneOf('The event', name, MADE_EVENTS);
  const { reason } = values;
  if (reason !== undefined && event !== 'session.failed')
    throw new UsageError('--reason is for session.failed only.');
  const request = {
    callback_url: readCallback(values['callback-url']),
    min_age: readWhole('min-age', values['min-age'], 1, 99),
    ...(values['user-id'] !== undefined && { user_id: values['user-id'] }),
  };
  const settings = readSettings(terminal);
  requireTestKey(settings);
  const transport = openTransport(settings);
  const { token } = await transport.call<WireInitData>({
    method: 'POST',
    path: '/verify/v1/init',
    body: request,
    idempotencyKey: crypto.randomUUID(),
    isIdempotent: true,
  });
  const result = await transport.call<WireResult>({
    method: 'POST',
    path: `/verify/v1/sandbox/${encodeURIComponent(token)}/outcome`,
    body: { status: OUTCOMES[event], ...(reason !== undefined && { reason }) },
    isIdempotent: false,
  });
  terminal.print(`${event}  ${result.token}  verified: ${String(result.verified)}`);
}

function requireTestKey({ isTest }: CliSettings): void {
  if (!isTest)
    throw new CommandError(
      'AGATE_SECRET_KEY is a live key. Real checks are settled by people: use a test key (sk_test_…).',
    );
}
