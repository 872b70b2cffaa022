// All settings, parsed once per isolate: lifetimes and limits with their reasons, and what vars override.
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { decodeBase64 } from './crypto/encoding.ts';
import { isLoopback, isPublicHost } from './public-host.ts';

export const LIFETIMES = {
  /** Long enough for a redirect or an email, too short to be worth stealing (D-9). */
  initTokenMs: 10 * MINUTE_MS,
  sessionMs: 15 * MINUTE_MS,
  /** How long a page that lost the response may open its link again. */
  openingGraceMs: MINUTE_MS,
  /** Long enough to turn a head three times, too short to render a fake video of it. */
  challengeMs: 60_000,
  /** The slower challenge a visitor can choose. */
  relaxedChallengeMs: 180_000,
  /** Added to a session when the visitor asks for more time. */
  extensionMs: 10 * MINUTE_MS,
  /** How long a hand-off link can be opened on the phone. */
  handoffMs: 5 * MINUTE_MS,
  idempotencyMs: 24 * 60 * MINUTE_MS,
  /** From the authorization request to the consent decision (D-29). */
  consentMs: 10 * MINUTE_MS,
  /** D-28, D-30 to D-32. */
  codeMs: MINUTE_MS,
  accessTokenMs: 60 * MINUTE_MS,
  idTokenMs: 60 * MINUTE_MS,
  refreshIdleMs: 30 * DAY_MS,
  refreshAbsoluteMs: 365 * DAY_MS,
  /** How long a browser stays signed in without reauthentication. */
  accountSessionMs: 30 * DAY_MS,
  /** Maximum age of a sign-in for sensitive actions (D-48). */
  freshSignInMs: 10 * MINUTE_MS,
  /** Links in mails. The one that resets a password gives access to the account, so it expires sooner. */
  confirmLinkMs: 24 * 60 * MINUTE_MS,
  resetLinkMs: 30 * MINUTE_MS,
  /** A WebAuthn ceremony; a sign-in page may stay open for a while. */
  ceremonyMs: 10 * MINUTE_MS,
  /** A lockout ends by itself (D-43). */
  lockoutMs: 15 * MINUTE_MS,
  /** How long an owner can undo a deletion (D-44). */
  deletionGraceMs: 7 * DAY_MS,
  verifiedAgeMs: 365 * DAY_MS,
  /** A revoked key stops working everywhere within this time. */
  keyCacheMs: 30_000,
  /** Staff (D-45): a leaked access token is short-lived; a sign-in lasts a working day, a customer's a month. */
  staffAccessMs: 15 * MINUTE_MS,
  staffSessionMs: { admin: 12 * 60 * MINUTE_MS, dashboard: 30 * 24 * 60 * MINUTE_MS },
  /** A client that lost the response may retry with the refresh token it has. */
  refreshGraceMs: 30_000,
  staffChallengeMs: 5 * MINUTE_MS,
  staffResetMs: 30 * MINUTE_MS,
  /** The invitee may be on holiday. */
  invitationMs: 7 * DAY_MS,
  staffCeremonyMs: 5 * MINUTE_MS,
} as const;

/**
 * Rate limits per key and location (D-50). The platform enforces them; the figures repeat wrangler.toml's
 * [[ratelimits]] for the response headers, and a test keeps both in sync.
 */
export const VOLUME_LIMITS = {
  init: { limit: 6_000, windowSeconds: 60 },
  result: { limit: 12_000, windowSeconds: 60 },
  hosted: { limit: 240, windowSeconds: 60 },
  admin: { limit: 600, windowSeconds: 60 },
  dashboard: { limit: 600, windowSeconds: 60 },
  authorize: { limit: 120, windowSeconds: 60 },
} as const;

export type VolumeName = keyof typeof VOLUME_LIMITS;

/** Brute-force protection: at most `limit` failures per window and key, counted exactly (D-51). */
export interface GuessLimit {
  policy: string;
  limit: number;
  windowSeconds: number;
}

export interface Config {
  /** Public origin, without a trailing slash: https on a public host, or this machine when `isLocal`. */
  baseUrl: string;
  /** The service runs on a developer's machine (`npm start`, tests): http and receivers on that machine are allowed. */
  isLocal: boolean;
  serviceName: string;
  /** 32 bytes; the secrets of capability tokens are derived from it. */
  tokenKey: Uint8Array<ArrayBuffer>;
  /** 32 bytes; encrypts the private parts of signing keys at rest. */
  keyEncryptionKey: Uint8Array<ArrayBuffer>;
  mail: {
    /** Sender address, of a domain that is allowed to send. */
    from: string;
    /** Local development: mails are kept for /outbox instead of being sent. */
    staysInOutbox: boolean;
  };
  webhooks: {
    /** How long a receiver may take to respond. */
    timeoutMs: number;
  };
  /** How many years an age estimate must be above the gate to count; D-19. */
  ageMarginYears: number;
  guessLimits: Record<
    | 'apiKey'
    | 'clientSecret'
    | 'redeem'
    | 'signIn'
    | 'signInAddress'
    | 'signUpAddress'
    | 'mailRecipient'
    | 'resetAddress'
    | 'staffSignIn'
    | 'staffAddress'
    | 'staffCode'
    | 'staffReset',
    GuessLimit
  >;
}

/** A missing or malformed setting. The message has its name, never its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Single estimates are off by 5 to 10 years; the mean of several by about 7 (D-19). */
const DEFAULT_AGE_MARGIN_YEARS = 7;

/** Long enough for a receiver that does its work before it responds (D-26). */
const DEFAULT_WEBHOOK_TIMEOUT_SECONDS = 10;

type Vars = Readonly<Record<string, unknown>>;
const parsed = new WeakMap<object, Config>();

/**
 * @param vars the Worker's vars and secrets
 * @throws ConfigError for a missing or malformed setting: the service must not start with a guessed value
 */
export function readConfig(vars: Vars): Config {
  const known = parsed.get(vars);
  if (known !== undefined) return known;
  const config: Config = {
    baseUrl: readBaseUrl(vars),
    isLocal: isLocal(vars),
    serviceName: readText(vars, 'SERVICE_NAME'),
    tokenKey: readKey(vars, 'TOKEN_KEY'),
    keyEncryptionKey: readKey(vars, 'KEY_ENCRYPTION_KEY'),
    mail: readMail(vars),
    webhooks: {
      timeoutMs:
        readNumber(vars, 'WEBHOOK_TIMEOUT_SECONDS', DEFAULT_WEBHOOK_TIMEOUT_SECONDS) * 1000,
    },
    ageMarginYears: readNumber(vars, 'AGE_MARGIN_YEARS', DEFAULT_AGE_MARGIN_YEARS),
    guessLimits: {
      // Keys have 256 random bits: this limit protects the database, not the keys.
      apiKey: readLimit(vars, 'LIMIT_API_KEY_FAILURES', 'api-key', 100, 60),
      clientSecret: readLimit(vars, 'LIMIT_CLIENT_FAILURES', 'client-secret', 20, 60),
      redeem: readLimit(vars, 'LIMIT_REDEEM_FAILURES', 'redeem', 30, 60),
      // Passwords: per account and per IP address (D-43, D-51).
      signIn: readLimit(vars, 'LIMIT_SIGN_IN_FAILURES', 'sign-in', 10, 15 * 60),
      signInAddress: readLimit(vars, 'LIMIT_SIGN_IN_ADDRESS', 'sign-in-address', 30, 15 * 60),
      // Mails that anyone can trigger: per recipient and per IP address (D-51).
      mailRecipient: readLimit(vars, 'LIMIT_MAIL_RECIPIENT', 'mail-recipient', 5, 60 * 60),
      resetAddress: readLimit(vars, 'LIMIT_RESET_ADDRESS', 'reset-address', 5, 60 * 60),
      signUpAddress: readLimit(vars, 'LIMIT_SIGN_UP_ADDRESS', 'sign-up-address', 30, 60 * 60),
      // The same for staff; codes during authenticator setup; password resets.
      staffSignIn: readLimit(vars, 'LIMIT_STAFF_SIGN_IN', 'staff-sign-in', 10, 900),
      staffAddress: readLimit(vars, 'LIMIT_STAFF_ADDRESS', 'staff-address', 30, 900),
      staffCode: readLimit(vars, 'LIMIT_STAFF_CODES', 'staff-code', 5, 900),
      staffReset: readLimit(vars, 'LIMIT_STAFF_RESET', 'staff-reset', 5, 3600),
    },
  };
  parsed.set(vars, config);
  return config;
}

/** The outbox shows mails without authentication, so it must never be reachable from another machine. */
function readMail(vars: Vars): Config['mail'] {
  const { hostname } = new URL(readBaseUrl(vars));
  const staysInOutbox = vars['LOCAL_OUTBOX'] === 'true';
  if (staysInOutbox && !isLocal(vars))
    throw new ConfigError('The setting LOCAL_OUTBOX is for a local service (LOCAL) only.');
  const isNamed = vars['MAIL_FROM'] !== undefined && vars['MAIL_FROM'] !== '';
  return { from: isNamed ? readText(vars, 'MAIL_FROM') : `no-reply@${hostname}`, staysInOutbox };
}

function readText(vars: Vars, name: string): string {
  const value = vars[name];
  if (typeof value !== 'string' || value === '')
    throw new ConfigError(`The setting ${name} is missing.`);
  return value;
}

/**
 * The address decides cookies, links and what may be called, so a wrong one must not start: https on a public host
 * that others reach, or this machine for a local service, and never the one for the other.
 */
function readBaseUrl(vars: Vars): string {
  const text = readText(vars, 'BASE_URL');
  if (!URL.canParse(text)) throw new ConfigError('The setting BASE_URL is not a URL.');
  const { protocol, hostname, origin } = new URL(text);
  if (isLocal(vars)) {
    if (!isLoopback(hostname))
      throw new ConfigError('The setting LOCAL is for a BASE_URL on this machine only.');
    return origin;
  }
  if (protocol !== 'https:' || !isPublicHost(hostname))
    throw new ConfigError('The setting BASE_URL must be https with a public host name.');
  return origin;
}

const isLocal = (vars: Vars): boolean => vars['LOCAL'] === 'true';

function readKey(vars: Vars, name: string): Uint8Array<ArrayBuffer> {
  const text = readText(vars, name);
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(text) ? decodeBase64(text) : undefined;
  if (bytes === undefined) throw new ConfigError(`The secret ${name} is not 32 bytes in base64.`);
  return bytes;
}

function readNumber(vars: Vars, name: string, fallback: number): number {
  const text = vars[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0)
    throw new ConfigError(`The setting ${name} is not a number of at least 0.`);
  return value;
}

/** Format of a limit: `<count>/<seconds>`, such as `100/60`. */
function readLimit(
  vars: Vars,
  name: string,
  policy: string,
  limit: number,
  windowSeconds: number,
): GuessLimit {
  const text = vars[name];
  if (text === undefined) return { policy, limit, windowSeconds };
  const [, count, seconds] =
    /^(\d{1,7})\/(\d{1,7})$/.exec(typeof text === 'string' ? text : '') ?? [];
  if (count === undefined || seconds === undefined || Number(seconds) === 0)
    throw new ConfigError(`The setting ${name} is not a limit such as 100/60.`);
  return { policy, limit: Number(count), windowSeconds: Number(seconds) };
}
