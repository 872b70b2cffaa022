// `agate doctor` finds problems between your backend and the service, and explains how to fix them.
// It changes no settings.
import { AgateError } from '../src/errors.ts';
import { readAddress, readArguments } from './arguments.ts';
import { askReceiver, sendTestEvent } from './doctor-webhooks.ts';
import type { Finding } from './finding.ts';
import { openTransport, readSettings, type CliSettings } from './settings.ts';
import { CommandError, tell, UsageError, type Terminal } from './terminal.ts';

export const DOCTOR_HELP = `agate doctor [--receiver <address>] [--send]

Checks the settings, whether the service is reached and works, the clock, the key, and your webhooks. Says what to
do. Ends with 1 when something is wrong.

  --receiver <address>   also asks your receiver, such as http://localhost:3000/webhooks, whether it verifies
                         signatures: with AGATE_WEBHOOK_SECRET it gets a challenge, and one with a wrong signature
  --send                 also has the service send a test event to your endpoints, and says to how many`;

const MARKS = { good: '✓', bad: '✗', note: '–' } as const;
/** The maximum clock skew, beyond which signatures and tokens are refused as too old. */
const MAX_SKEW_MS = 5 * 60_000;
/** The largest difference that is normal for a synchronised clock. */
const USUAL_SKEW_MS = 30_000;

/** @throws UsageError for wrong arguments; CommandError when a check has found a fault */
export async function doctor(args: readonly string[], terminal: Terminal): Promise<void> {
  const { values } = readArguments(args, {
    receiver: { type: 'string' },
    send: { type: 'boolean', default: false },
  });
  const receiver =
    values.receiver === undefined ? undefined : readAddress('receiver', values.receiver);
  const settings = settingsOr(terminal);
  let faults = 0;
  const report = ({ is, text }: Finding): boolean => {
    tell(terminal, { is, text }, `${MARKS[is]} ${text}`);
    if (is === 'bad') faults += 1;
    return is !== 'bad';
  };
  if ('text' in settings) report(settings);
  else {
    report({
      is: 'good',
      text: `${settings.isTest ? 'Test' : 'Live'} key for ${settings.baseUrl}`,
    });
    const reached = await reach(settings, terminal);
    if (reached.map(report).every(Boolean) && report(await checkKey(settings)) && values.send)
      report(await sendTestEvent(settings));
  }
  if (receiver !== undefined)
    for (const finding of await askReceiver(receiver, terminal)) report(finding);
  else
    report({
      is: 'note',
      text: 'Webhooks: name your receiver with --receiver to have it checked.',
    });
  if (faults > 0)
    throw new CommandError(`${faults === 1 ? 'One thing is' : `${faults} things are`} wrong.`);
}

function settingsOr(terminal: Terminal): CliSettings | Finding {
  try {
    return readSettings(terminal);
  } catch (error) {
    if (error instanceof UsageError) return { is: 'bad', text: error.message };
    throw error;
  }
}

/** Checks whether the service is healthy, and how far its clock differs from this machine's. */
async function reach({ baseUrl }: CliSettings, { now }: Terminal): Promise<Finding[]> {
  const startedAtMs = now();
  const live = await get(`${baseUrl}/healthz`);
  if (live === undefined)
    return [
      {
        is: 'bad',
        text: `${baseUrl} does not answer. Is AGATE_URL right, and does the service run?`,
      },
    ];
  if (live.status !== 200)
    return [
      {
        is: 'bad',
        text: `${baseUrl}/healthz answers ${live.status}: this is not the service, or something is in between.`,
      },
    ];
  const ready = await get(`${baseUrl}/readyz`);
  return [
    { is: 'good', text: `The service answers, in ${now() - startedAtMs} ms` },
    await readinessOf(ready),
    clockOf(await readSkew(baseUrl, now)),
  ];
}

/**
 * Compares this machine's clock with the time that the service states in an API response.
 * @returns the difference in milliseconds; NaN when the response contains no time
 */
async function readSkew(baseUrl: string, now: Terminal['now']): Promise<number> {
  const startedAtMs = now();
  const answer = await get(`${baseUrl}/api/v1/time`);
  const body = (await answer?.json().catch(() => undefined)) as
    | { meta?: { timestamp?: string } }
    | undefined;
  return Date.parse(body?.meta?.timestamp ?? '') - (startedAtMs + now()) / 2;
}

async function readinessOf(ready: Response | undefined): Promise<Finding> {
  const body = (await ready?.json().catch(() => undefined)) as
    | { status?: string; checks?: Record<string, string> }
    | undefined;
  const not = (state: string) =>
    Object.entries(body?.checks ?? {})
      .filter(([, is]) => is === state)
      .map(([name]) => name)
      .join(', ');
  if (body?.status === 'ok') return { is: 'good', text: 'Everything that it needs works' };
  if (body?.status === 'degraded')
    return { is: 'note', text: `It works; its operator should look at: ${not('degraded')}` };
  return {
    is: 'bad',
    text: `Something that it needs is down: ${not('down') || 'unknown'}. Try again later, or ask its operator.`,
  };
}

/** @param skewMs NaN when the service reported no time */
function clockOf(skewMs: number): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const way = skewMs > 0 ? 'behind' : 'ahead';
  if (Number.isNaN(skewMs)) return { is: 'note', text: 'The service sent no time' };
  if (Math.abs(skewMs) <= USUAL_SKEW_MS) return { is: 'good', text: 'The clock is right' };
  if (Math.abs(skewMs) < MAX_SKEW_MS)
    return {
      is: 'note',
      text: `This clock is ${seconds} s ${way}. From 300 s on, webhooks are refused: set it by NTP.`,
    };
  return {
    is: 'bad',
    text: `This clock is ${seconds} s ${way}: webhooks are refused as too old. Set it by NTP.`,
  };
}

async function checkKey(settings: CliSettings): Promise<Finding> {
  try {
    await openTransport(settings).call({
      method: 'GET',
      path: '/api/v1/events?limit=1',
      isIdempotent: true,
    });
    return { is: 'good', text: 'The key is accepted' };
  } catch (error) {
    return { is: 'bad', text: keyFault(error) };
  }
}

function keyFault(error: unknown): string {
  if (!(error instanceof AgateError)) return 'The key could not be checked: no answer.';
  if (error.status === 401)
    return 'The key is not known here: it is revoked, mistyped, or from another installation. Make a new one in the dashboard.';
  const about = error.requestId === undefined ? '' : ` (${error.requestId})`;
  return `The key was refused: ${error.code}, ${error.message}${about}`;
}

async function get(address: string): Promise<Response | undefined> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
  } catch {
    return undefined;
  }
}
