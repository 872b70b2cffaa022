// Verifies with Cloudflare Turnstile that a browser was present (D-127). This only rules out
// scripts that run without a browser. The service sends Turnstile the token and a secret; Turnstile
// sees the visitor's IP address because it runs in the visitor's browser.
import type { TurnstileSettings } from '../../../config/turnstile-settings.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { AppError } from '../../../errors.ts';
import { logIncident } from '../../../log.ts';

/**
 * The action name with which the page sets up its Turnstile widget; a token issued for another page
 * is refused.
 */
export const TURNSTILE_ACTION = 'consent';

/** The maximum length of Turnstile's tokens. */
export const MAX_TURNSTILE_TOKEN = 2_048;

const TIMEOUT_MS = 3_000;

/**
 * `unreachable`: Turnstile did not respond, or responded with an error that no visitor can cause.
 */
export type BotCheck = 'witnessed' | 'unreachable';

interface TokenCheck {
  /** The token that the page received. */
  token: string;
  /** The session's id as it appears in paths; the page passed it to its widget. */
  session: string;
  /**
   * The hash of the sending browser's secret: a repeated request by the same browser does not count
   * as a second use of the token.
   */
  browserHash: string;
}

/** Turnstile's response; the token was valid if `success` is true. */
interface Answer {
  success: boolean;
  'error-codes'?: string[];
  hostname?: string;
  action?: string;
  cdata?: string;
}

/**
 * The error codes that no visitor can cause: a wrong secret is the operator's fault, and an
 * internal error is Turnstile's.
 */
const NOBODYS_FAULT = ['internal-error', 'missing-input-secret', 'invalid-input-secret'];

/**
 * Checks a token.
 * @param baseUrl this service's origin: a token issued for another host is refused
 * @throws AppError BROWSER_UNCONFIRMED for a token that is spent, expired or invented, or that was
 *   issued for another page, step or session
 */
export async function askTurnstile(
  { secret, origin }: TurnstileSettings,
  baseUrl: string,
  asked: TokenCheck,
): Promise<BotCheck> {
  const answer = await verify(`${origin}/turnstile/v0/siteverify`, {
    secret,
    response: asked.token,
    idempotency_key: await nameAttempt(asked),
  });
  const codes = answer?.['error-codes'] ?? [];
  const fault =
    answer === undefined ? 'no_answer' : codes.find((one) => NOBODYS_FAULT.includes(one));
  if (answer === undefined || (fault !== undefined && !answer.success)) {
    logIncident('turnstile_unavailable', { fault: fault ?? '' });
    return 'unreachable';
  }
  if (!answer.success)
    throw unconfirmed(
      codes.includes('timeout-or-duplicate')
        ? 'This witness was used before, or is older than five minutes.'
        : 'This witness is not valid.',
    );
  const { hostname, action, cdata } = answer;
  const isOurs = hostname === new URL(baseUrl).hostname && action === TURNSTILE_ACTION;
  if (!isOurs || cdata !== asked.session)
    throw unconfirmed('This witness belongs to another page, step or session.');
  return 'witnessed';
}

export const unconfirmed = (message: string): AppError =>
  new AppError('BROWSER_UNCONFIRMED', message);

/** @returns undefined when there is no valid response */
async function verify(url: string, body: object): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = await response.json();
    return isAnswer(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  'success' in value &&
  typeof value.success === 'boolean' &&
  (!('error-codes' in value) || Array.isArray(value['error-codes']));

/**
 * @returns a UUID (RFC 9562, 5.8) that is the same only when the same browser repeats its request
 */
async function nameAttempt({ token, session, browserHash }: TokenCheck): Promise<string> {
  const hash = await sha256Hex([session, browserHash, token].join(' '));
  const [a, b, c, d, e] = [0, 8, 12, 16, 20].map((start, i) =>
    hash.slice(start, [8, 12, 16, 20, 32][i]),
  );
  return [a, b, `8${c?.slice(1)}`, `8${d?.slice(1)}`, e].join('-');
}
