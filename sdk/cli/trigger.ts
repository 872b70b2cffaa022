// `agate trigger` causes an event: it creates a test session and settles it in place of a visitor,
// or compares a sandbox face. The events in the feed, the webhooks and the result are therefore
// real.
import type { Agate } from '../src/agate.ts';
import type { WireEvent } from '../src/wire.ts';
import { readArguments, readCallback, readOneOf, readWhole } from './arguments.ts';
import { openAgate, readSettings, type CliSettings } from './settings.ts';
import { CommandError, tell, UsageError, type Terminal } from './terminal.ts';

type SessionEventType = Exclude<WireEvent['type'], 'face_2fa.completed'>;

/** The sandbox outcome that triggers each session event. */
const OUTCOMES = {
  'session.success': 'success',
  'session.failed': 'failed',
  'session.canceled': 'canceled',
  'session.expired': 'expired',
  'session.review_required': 'pending_tenant_review',
  'session.retake_requested': 'awaiting_retake',
} as const satisfies Record<SessionEventType, string>;

const MADE_EVENTS = Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[];

const FACE_EVENT = 'face_2fa.completed';
/** The suffixes of a test user id that decide the outcome (D-14), whatever the picture shows. */
const FACE_ENDS = ['pass', 'fail'] as const;
/**
 * The smallest valid JPEG: the service requires a picture, but does not examine it in test mode.
 */
const PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AR//Z';
/**
 * The maximum number of polls. Few are needed: with a test key, a challenge ends immediately if the
 * user id contains the outcome.
 */
const MAX_LOOKS = 20;

export const ALL_EVENTS = [...MADE_EVENTS, FACE_EVENT] as const;

export const TRIGGER_HELP = `agate trigger <event> [--reason <reason>] [--min-age <years>] [--user-id <id>] [--callback-url <address>]
agate trigger ${FACE_EVENT} [--end <end>] [--user-id <id>]

Makes a test session and settles it, or compares a face of the sandbox, so that the event really happens: in the feed,
at your webhooks, in the result. Needs a test key.

  <event>                     ${ALL_EVENTS.join('\n                              ')}
  --reason <reason>           why a failed session failed, such as age_below_threshold
  --end <end>                 how a face ends: ${FACE_ENDS.join(' or ')}, default ${FACE_ENDS[0]}
  --min-age <years>           1 to 99, default 18
  --user-id <id>              your own name for the person
  --callback-url <address>    default https://example.com/agate`;

/** @throws UsageError, CommandError, AgateError */
export async function trigger(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(
    args,
    {
      reason: { type: 'string' },
      end: { type: 'string' },
      'min-age': { type: 'string' },
      'user-id': { type: 'string' },
      'callback-url': { type: 'string' },
    },
    { most: 1, what: 'event' },
  );
  const [name] = positionals;
  if (name === undefined) throw new UsageError(`Which event? One of: ${ALL_EVENTS.join(', ')}.`);
  const event = readOneOf('The event', name, ALL_EVENTS);
  const { reason, end, 'user-id': userId } = values;
  if (reason !== undefined && event !== 'session.failed')
    throw new UsageError('--reason is for session.failed only.');
  if (event === FACE_EVENT) {
    for (const option of ['min-age', 'callback-url'] as const)
      if (values[option] !== undefined) throw new UsageError(`--${option} is for sessions only.`);
    await triggerFace(readOneOf('--end', end ?? 'pass', FACE_ENDS), userId, terminal);
    return;
  }
  if (end !== undefined) throw new UsageError(`--end is for ${FACE_EVENT} only.`);
  const request = {
    callback_url: readCallback(values['callback-url'] ?? 'https://example.com/agate'),
    min_age: readWhole('min-age', values['min-age'] ?? '18', 1, 99),
    ...(userId !== undefined && { user_id: userId }),
  };
  const agate = openTest(terminal);
  const { token } = await agate.verifications.init(request);
  const outcome = { status: OUTCOMES[event], ...(reason !== undefined && { reason }) };
  const result = await agate.sandbox.settle(token, outcome);
  tell(
    terminal,
    { event, ...result },
    `${event}  ${result.token}  verified: ${String(result.verified)}`,
  );
}

/** @param userId the person's id, without the suffix that decides the outcome */
async function triggerFace(
  end: (typeof FACE_ENDS)[number],
  userId = `cli-${crypto.randomUUID()}`,
  terminal: Terminal,
): Promise<void> {
  const agate = openTest(terminal);
  const person = userId.endsWith(`+${end}`) ? userId : `${userId}+${end}`;
  const { challenge_id } = await agate.faces.verify({ user_id: person, image: PIXEL });
  for (let looks = 0; looks < MAX_LOOKS && !terminal.stopped.aborted; looks += 1) {
    const challenge = await agate.faces.challenge(challenge_id);
    if (challenge.status !== 'processing') {
      const line = `${FACE_EVENT}  ${challenge_id}  passed: ${String(challenge.passed)}`;
      tell(terminal, { event: FACE_EVENT, ...challenge }, line);
      return;
    }
    await terminal.sleep(500);
  }
  throw new CommandError(
    `${challenge_id} is still processing. Its event comes when it ends: agate listen --types ${FACE_EVENT}`,
  );
}

function openTest(terminal: Terminal): Agate {
  const settings = readSettings(terminal);
  requireTestKey(settings);
  return openAgate(settings);
}

function requireTestKey({ isTest }: CliSettings): void {
  if (!isTest)
    throw new CommandError(
      'This is a live key, and real checks are settled by people. Set AGATE_SECRET_KEY to a test key (sk_test_…), or `agate login` with one.',
    );
}
