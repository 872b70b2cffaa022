// All settings, parsed once per isolate: lifetimes and limits with their reasons, and the vars that
// override them.
import { readAgeError, type AgeErrorTable } from './age-error.ts';
import { readAgeTarget } from './age-target.ts';
import { parseFaceLimits, SHIPPED_FACE_LIMITS, type FaceLimits } from './face-limits.ts';
import { DAY_MS, MINUTE_MS } from '../time/durations.ts';
import { decodeBase64 } from '../crypto/encoding.ts';
import type { KeyVersions } from '../crypto/key-versions.ts';
import { readDnsOverHttps } from './dns-settings.ts';
import { readMail, type MailSettings } from './mail-settings.ts';
import { readOperator, type Operator } from './operator-settings.ts';
import { isLoopback, isPublicHost } from '../network/public-host.ts';
import {
  checkWholeNumber,
  ConfigError,
  readChoice,
  readLimit,
  readNumber,
  readText,
  type Vars,
} from './setting-readers.ts';
import type { GuessLimit } from './guess-limit.ts';
import { readTurnstile, type TurnstileSettings } from './turnstile-settings.ts';
import { readJurisdictions } from './jurisdictions.ts';
import type { Jurisdiction } from './jurisdiction.ts';
import { readWalletSigner, type WalletSigner } from './wallet-signer.ts';

export const LIFETIMES = {
  /** Lifetime of an init token: enough for a redirect or email, not worth stealing (D-9). */
  initTokenMs: 10 * MINUTE_MS,
  sessionMs: 15 * MINUTE_MS,
  /** How long a page that did not receive the response may open its link again. */
  openingGraceMs: MINUTE_MS,
  /** Time for the movements: enough for three turns of the head, too short to fake a video. */
  challengeMs: 60_000,
  /** Time for the slower challenge that a visitor can choose. */
  relaxedChallengeMs: 180_000,
  /** The time that is added to a session when the visitor asks for more. */
  extensionMs: 10 * MINUTE_MS,
  /** How long a verdict based on an estimate can be contested, from a page that is still open. */
  contestMs: 15 * MINUTE_MS,
  /** How long a hand-off link can be opened on the phone. */
  handoffMs: 5 * MINUTE_MS,
  idempotencyMs: 24 * 60 * MINUTE_MS,
  /** Time between the authorization request and the consent decision (D-29). */
  consentMs: 10 * MINUTE_MS,
  /** Time between a pushed authorization request and the browser's visit (D-153). */
  pushedMs: MINUTE_MS,
  /** Long enough to fetch a phone and sign in there (RFC 8628 3.2). */
  deviceMs: 10 * MINUTE_MS,
  /**
   * Lifetimes of authorization codes, access tokens, ID tokens and refresh tokens (D-28, D-30 to
   * D-32).
   */
  codeMs: MINUTE_MS,
  accessTokenMs: 60 * MINUTE_MS,
  idTokenMs: 60 * MINUTE_MS,
  refreshIdleMs: 30 * DAY_MS,
  refreshAbsoluteMs: 365 * DAY_MS,
  /** How long a browser stays signed in before the person has to sign in again. */
  accountSessionMs: 30 * DAY_MS,
  /** Maximum age of a sign-in for sensitive actions (D-48). */
  freshSignInMs: 10 * MINUTE_MS,
  /** Lifetimes of links in mails; a password reset gives access to the account. */
  confirmLinkMs: 24 * 60 * MINUTE_MS,
  resetLinkMs: 30 * MINUTE_MS,
  /** Lifetime of a WebAuthn ceremony; a sign-in page may stay open for a while. */
  ceremonyMs: 10 * MINUTE_MS,
  /** How long a lockout lasts; it then expires by itself (D-62). */
  lockoutMs: 15 * MINUTE_MS,
  /** How long a browser counts as a known device: as long as the sign-in history is kept. */
  knownDeviceMs: 365 * DAY_MS,
  /** How long a browser stays trusted, and how long the mailed code for that is valid (D-99). */
  trustedDeviceMs: 90 * DAY_MS,
  trustCodeMs: 10 * MINUTE_MS,
  /** How long a device may not sign in by face after three failed checks in a row. */
  faceBlockMs: 60 * MINUTE_MS,
  /** How long an owner can undo a deletion (D-44). */
  deletionGraceMs: 7 * DAY_MS,
  verifiedAgeMs: 365 * DAY_MS,
  /** Ample: a picture is measured within two seconds, and nobody waits longer than this (D-15). */
  faceChallengeMs: 5 * MINUTE_MS,
  /** Live face challenge (D-98): the longest session, plus the time to record its end. */
  faceSessionMs: (15 + 3 * 10 + 5) * MINUTE_MS,
  /** How long a checked face is kept: enough for a redirect and retries of a queue (D-97). */
  checkedFaceMs: 5 * MINUTE_MS,
  /** How long a face template is kept after its enrolment or last recognition. */
  faceTemplateMs: 365 * DAY_MS,
  /** How long a key is cached; a revoked key stops working everywhere within this time. */
  keyCacheMs: 30_000,
  /** The maximum age of data that is read from a replica of the database (D-121). */
  replicaMs: 30_000,
  /** How much longer than usual keys, clients and signing keys are used while D1 fails (D-71). */
  staleMs: 10 * MINUTE_MS,
  /** How long a request that can proceed without D1 waits for it. */
  patienceMs: 2_000,
  /** How long a request that needs D1 waits for it: people leave after about ten seconds. */
  requestDatabaseMs: 8_000,
  /**
   * Lifetimes of a staff member's access token and sign-in (D-45): operators stay signed in for a
   * working day, customers' staff for a month.
   */
  staffAccessMs: 15 * MINUTE_MS,
  staffSessionMs: { admin: 12 * 60 * MINUTE_MS, dashboard: 30 * 24 * 60 * MINUTE_MS },
  /** How long a client that did not receive the response may use its old refresh token again. */
  refreshGraceMs: 30_000,
  staffChallengeMs: 5 * MINUTE_MS,
  /** How recent a staff member's sign-in must be to change a second factor (D-63). */
  staffFreshMs: 5 * MINUTE_MS,
  staffResetMs: 30 * MINUTE_MS,
  /** Lifetime of an invitation; the invited person may be on holiday. */
  invitationMs: 7 * DAY_MS,
  /** Lifetime of the printed link with which a new operator sets a password (docs/deploy.md). */
  operatorLinkMs: 2 * DAY_MS,
  /** Lifetime of the webhook URL in a deployment check, which takes about a minute. */
  webhookCheckMs: 10 * MINUTE_MS,
  /** How long one run of a backup or restore may copy ledgers (D-176). */
  ledgerCopyMs: 6 * 60 * MINUTE_MS,
  staffCeremonyMs: 5 * MINUTE_MS,
  /** How long a customer may use an unconfirmed address (D-79): as long as a sign-in lasts. */
  unprovenCustomerMs: 30 * DAY_MS,
} as const;

/**
 * Rate limits per key and location (D-50). The platform enforces them; the figures repeat
 * [[ratelimits]] of wrangler.toml for the response headers, and a test keeps both in sync.
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

export interface Config {
  /** Public origin without a trailing slash: https on a public host, or local if `isLocal`. */
  baseUrl: string;
  /**
   * Whether this is a developer's machine (`npm start`, tests), in which case http, and receivers
   * on this machine, are allowed.
   */
  isLocal: boolean;
  serviceName: string;
  /** Who runs the service: controller of accounts, processor for the requests of sites. */
  operator: Operator;
  /** The key from which the secrets of capability tokens are derived. */
  tokenKey: KeyVersions;
  /** The key that encrypts private signing keys and other secrets at rest. */
  keyEncryptionKey: KeyVersions;
  mail: MailSettings;
  /** How many days request-log lines are kept for customers; 0 disables the log (D-118). */
  requestLogDays: number;
  webhooks: {
    /** How long a receiver may take to respond. */
    timeoutMs: number;
  };
  /** The DNS resolver that is used to verify who owns a domain (D-159). */
  dnsOverHttps: string;
  /** An additional bot check on the hosted page; absent when it is off. */
  turnstile?: TurnstileSettings;
  /**
   * Whether issuers' revocation lists are fetched, and whether a proof is accepted or refused while
   * its list is unavailable (D-150).
   */
  walletStatusLists: 'off' | 'accept' | 'refuse';
  /** Signs requests to wallets; when absent, requests are unsigned. */
  walletSigner?: WalletSigner;
  /** How many years an age estimate must be above the gate to count (D-19). */
  ageMarginYears: number;
  /** The default maximum share of people below the gate who may pass, in percent (D-84). */
  ageTarget?: 1 | 2 | 5;
  /** The lowest margin that a customer can set. */
  ageMarginFloorYears: number;
  /** The measured error of the estimate: the shipped table, or the operator's own. */
  ageError: AgeErrorTable;
  /** What the law requires, by country and state (D-157). */
  jurisdictions: readonly Jurisdiction[];
  /** How much two pictures of one person's face may differ. */
  faceLimits: FaceLimits;
  /** How many passes a key must have signed before one of them is accepted (D-152). */
  passFloor: number;
  /** The size limit of a D1 database, which depends on the plan. */
  databaseLimitBytes: number;
  /** What a check must meet for an account to keep its result (D-56). */
  keptAges: KeepPolicy;
  guessLimits: Record<
    | 'apiKey'
    | 'clientSecret'
    | 'redeem'
    | 'userCode'
    | 'signIn'
    | 'signInAccount'
    | 'signInAddress'
    | 'signUpAddress'
    | 'mailRecipient'
    | 'invitationTenant'
    | 'unprovenSessions'
    | 'webhookChallenge'
    | 'webhookChallengeHost'
    | 'webhookTest'
    | 'invitationRecipient'
    | 'resetAddress'
    | 'face2fa'
    | 'faceShown'
    | 'ageReuse'
    | 'ageReuseSite'
    | 'staffSignIn'
    | 'staffAccount'
    | 'staffAddress'
    | 'staffCode'
    | 'staffReset',
    GuessLimit
  >;
}

interface KeepPolicy {
  minAssurance: 'device' | 'edge';
  marginYears: number;
  minDifficulty: 'easy' | 'medium' | 'hard';
  livenessLevel: 'standard';
  /** The version is built from the other members, so that it changes with them. */
  version: string;
}

/** The default margin: single estimates are off by 5 to 10 years, their mean by about 7 (D-19). */
const DEFAULT_AGE_MARGIN_YEARS = 7;

/** Below this margin, one in four minors would pass. */
const DEFAULT_MARGIN_FLOOR_YEARS = 2;

/** A person who shows a pass is one of at least five, because each received at most ten. */
const DEFAULT_PASS_FLOOR = 50;
/** The limit of a paid plan; a free plan has 500 MB. */
const DEFAULT_D1_LIMIT_MB = 10_000;
const BYTES_PER_MB = 1_000_000;

/** Long enough for a receiver that does its work before it responds (D-26). */
const DEFAULT_WEBHOOK_TIMEOUT_SECONDS = 10;

/** Long enough to investigate on a Monday what happened over the weekend. */
const DEFAULT_REQUEST_LOG_DAYS = 7;

/** Checks take minutes, so a longer delay would save no rows. */
const LONGEST_LIST_DELAY_SECONDS = 3_600;

const parsed = new WeakMap<object, Config>();

/**
 * @param vars the Worker's vars and secrets
 * @throws ConfigError for a missing or malformed setting, because the service must not guess a
 *   value
 */
export function readConfig(vars: Vars): Config {
  const known = parsed.get(vars);
  if (known !== undefined) return known;
  // These two settings are only validated here, because session objects read them directly. With a
  // wrong reminder, an object would resend its session's final event at every alarm. With a wrong
  // delay, or one above the 24 hours that a queue accepts, it could not send any event.
  readNumber(vars, 'EVENT_REMINDER_SECONDS', 0);
  checkWholeNumber(vars, 'LIST_DELAY_SECONDS', LONGEST_LIST_DELAY_SECONDS);
  const turnstile = readTurnstile(vars, isLocal(vars));
  const walletSigner = readWalletSigner(vars);
  const config: Config = {
    baseUrl: readBaseUrl(vars),
    isLocal: isLocal(vars),
    serviceName: readText(vars, 'SERVICE_NAME'),
    operator: readOperator(vars),
    tokenKey: readKeyVersions(vars, 'TOKEN_KEY'),
    keyEncryptionKey: readKeyVersions(vars, 'KEY_ENCRYPTION_KEY'),
    mail: readMail(vars, new URL(readBaseUrl(vars)).hostname, isLocal(vars)),
    requestLogDays: readNumber(vars, 'REQUEST_LOG_DAYS', DEFAULT_REQUEST_LOG_DAYS),
    webhooks: {
      timeoutMs:
        readNumber(vars, 'WEBHOOK_TIMEOUT_SECONDS', DEFAULT_WEBHOOK_TIMEOUT_SECONDS) * 1000,
    },
    dnsOverHttps: readDnsOverHttps(vars, isLocal(vars)),
    walletStatusLists: readChoice(vars, 'WALLET_STATUS_LISTS', ['off', 'accept', 'refuse']),
    ageMarginYears: readNumber(vars, 'AGE_MARGIN_YEARS', DEFAULT_AGE_MARGIN_YEARS),
    ...readAgeTarget(vars),
    ageMarginFloorYears: readNumber(vars, 'AGE_MARGIN_FLOOR_YEARS', DEFAULT_MARGIN_FLOOR_YEARS),
    ageError: readAgeError(vars),
    jurisdictions: readJurisdictions(vars),
    faceLimits: readFaceLimits(vars),
    passFloor: readNumber(vars, 'PASS_FLOOR', DEFAULT_PASS_FLOOR),
    databaseLimitBytes: readNumber(vars, 'D1_LIMIT_MB', DEFAULT_D1_LIMIT_MB) * BYTES_PER_MB,
    keptAges: readKeepPolicy(vars),
    guessLimits: readGuessLimits(vars),
    ...(turnstile && { turnstile }),
    ...(walletSigner && { walletSigner }),
  };
  parsed.set(vars, config);
  return config;
}

const readGuessLimits = (vars: Vars): Config['guessLimits'] => ({
  // Keys have 256 random bits and cannot be guessed: this limit protects the database, not the
  // keys.
  apiKey: readLimit(vars, 'LIMIT_API_KEY_FAILURES', 'api-key', 100, 60),
  clientSecret: readLimit(vars, 'LIMIT_CLIENT_FAILURES', 'client-secret', 20, 60),
  redeem: readLimit(vars, 'LIMIT_REDEEM_FAILURES', 'redeem', 30, 60),
  // User codes are short enough to type, so few guesses are allowed per address (RFC 8628 5.1).
  userCode: readLimit(vars, 'LIMIT_USER_CODES', 'user-code', 5, 10 * 60),
  // Wrong passwords: per account and network, per account, and per network (D-62, D-51).
  signIn: readLimit(vars, 'LIMIT_SIGN_IN_FAILURES', 'sign-in', 10, 15 * 60),
  signInAccount: readLimit(vars, 'LIMIT_SIGN_IN_ACCOUNT', 'sign-in-account', 100, 15 * 60),
  signInAddress: readLimit(vars, 'LIMIT_SIGN_IN_ADDRESS', 'sign-in-address', 30, 15 * 60),
  // Emails that anyone can trigger: per recipient and per IP address (D-51).
  mailRecipient: readLimit(vars, 'LIMIT_MAIL_RECIPIENT', 'mail-recipient', 5, 60 * 60),
  resetAddress: readLimit(vars, 'LIMIT_RESET_ADDRESS', 'reset-address', 5, 60 * 60),
  // Sessions of a customer without a confirmed address (D-64).
  unprovenSessions: readLimit(vars, 'LIMIT_UNPROVEN_SESSIONS', 'unproven-sessions', 100, 86_400),
  // Requests to hosts that a customer specifies: per customer, and challenges also per host (D-65).
  webhookChallenge: readLimit(vars, 'LIMIT_WEBHOOK_CHALLENGES', 'webhook-challenge', 30, 3600),
  webhookChallengeHost: readLimit(vars, 'LIMIT_WEBHOOK_HOST', 'webhook-host', 30, 3600),
  webhookTest: readLimit(vars, 'LIMIT_WEBHOOK_TESTS', 'webhook-test', 60, 3600),
  // Invitations contain text that a customer writes, so they have limits of their own, per day
  // (D-72).
  invitationTenant: readLimit(vars, 'LIMIT_INVITES_TENANT', 'invitation-tenant', 50, 86_400),
  invitationRecipient: readLimit(
    vars,
    'LIMIT_INVITES_RECIPIENT',
    'invitation-recipient',
    5,
    86_400,
  ),
  signUpAddress: readLimit(vars, 'LIMIT_SIGN_UP_ADDRESS', 'sign-up-address', 30, 60 * 60),
  // Uploaded face pictures, per customer and mode (D-15); face checks of an account's owner
  // (D-104).
  face2fa: readLimit(vars, 'LIMIT_FACE_2FA', 'face-2fa', 60, 60),
  faceShown: readLimit(vars, 'LIMIT_FACE_SHOWN', 'face-shown', 5, 60 * 60),
  // Checks that an account answers on its owner's behalf, in total and per site (D-55).
  ageReuse: readLimit(vars, 'LIMIT_AGE_REUSE', 'age-reuse', 6, DAY_MS / 1000),
  ageReuseSite: readLimit(vars, 'LIMIT_AGE_REUSE_SITE', 'age-reuse-site', 3, DAY_MS / 1000),
  // The same limits for staff as for accounts, and limits for codes during authenticator setup and
  // for password resets.
  staffSignIn: readLimit(vars, 'LIMIT_STAFF_SIGN_IN', 'staff-sign-in', 10, 900),
  staffAccount: readLimit(vars, 'LIMIT_STAFF_ACCOUNT', 'staff-account', 100, 900),
  staffAddress: readLimit(vars, 'LIMIT_STAFF_ADDRESS', 'staff-address', 30, 900),
  staffCode: readLimit(vars, 'LIMIT_STAFF_CODES', 'staff-code', 5, 900),
  staffReset: readLimit(vars, 'LIMIT_STAFF_RESET', 'staff-reset', 5, 3600),
});

/**
 * The base URL determines cookies, links and which hosts may be called, so startup fails if it is
 * wrong: a local service (LOCAL) must be on this machine, and any other service needs https and a
 * public host.
 */
function readBaseUrl(vars: Vars): string {
  const text = readText(vars, 'BASE_URL');
  if (!URL.canParse(text)) throw new ConfigError('The setting BASE_URL is not a URL.');
  const { protocol, hostname, origin } = new URL(text);
  if (isLocal(vars)) {
    if (!isLoopback(hostname))
      throw new ConfigError('The setting LOCAL is allowed only with a BASE_URL on this machine.');
    return origin;
  }
  if (protocol !== 'https:' || !isPublicHost(hostname))
    throw new ConfigError('The setting BASE_URL must be https with a public host name.');
  return origin;
}

const isLocal = (vars: Vars): boolean => vars['LOCAL'] === 'true';

/**
 * Reads a key and, while it is being replaced, the previous key from `<name>_PREVIOUS` (D-70).
 * @throws ConfigError
 */
export function readKeyVersions(vars: Vars, name: string): KeyVersions {
  const previousName = `${name}_PREVIOUS`;
  const current = readKey(vars, name);
  const isSet = vars[previousName] !== undefined && vars[previousName] !== '';
  return isSet ? { current, previous: readKey(vars, previousName) } : { current };
}

function readKey(vars: Vars, name: string): Uint8Array<ArrayBuffer> {
  const text = readText(vars, name);
  const bytes = /^[A-Za-z0-9+/]{43}=$/.test(text) ? decodeBase64(text) : undefined;
  if (bytes === undefined) throw new ConfigError(`The secret ${name} is not 32 bytes in base64.`);
  return bytes;
}

function readFaceLimits(vars: Vars): FaceLimits {
  const text = vars['FACE_MATCH_LIMITS'];
  if (text === undefined || text === '') return SHIPPED_FACE_LIMITS;
  const limits = typeof text === 'string' ? parseFaceLimits(text) : undefined;
  if (limits === undefined)
    throw new ConfigError(
      'The setting FACE_MATCH_LIMITS is not an output of npm run calibrate -- --pairs, or a limit is out of range.',
    );
  return limits;
}

/**
 * Must be raised when the way in which checks are judged changes, because the same figures then
 * have a different meaning.
 */
const KEEP_POLICY_REVISION = 1;

function readKeepPolicy(vars: Vars): KeepPolicy {
  const usual = readNumber(vars, 'AGE_MARGIN_YEARS', DEFAULT_AGE_MARGIN_YEARS);
  // When a face Worker is bound, only ages that it measured are kept by default.
  const places =
    vars['FACE'] === undefined ? (['device', 'edge'] as const) : (['edge', 'device'] as const);
  const policy = {
    minAssurance: readChoice(vars, 'KEEP_AGE_MIN_ASSURANCE', places),
    marginYears: readNumber(vars, 'KEEP_AGE_MARGIN_YEARS', usual),
    minDifficulty: readChoice(vars, 'KEEP_AGE_MIN_DIFFICULTY', ['medium', 'easy', 'hard']),
    livenessLevel: 'standard',
  } as const;
  const parts = Object.values(policy).join('-');
  return { ...policy, version: `${KEEP_POLICY_REVISION}-${parts}` };
}
