// Lifetimes and limits with their reasons, and the Worker's settings, which are parsed from its
// vars once per isolate.
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
  readNumber,
  readText,
  type Vars,
} from './setting-readers.ts';
import { readGuessLimits, type GuessLimits } from './guess-limits.ts';
import { readTurnstile, type TurnstileSettings } from './turnstile-settings.ts';
import { readJurisdictions } from './jurisdictions.ts';
import type { Jurisdiction } from './jurisdiction.ts';
import { readWalletSigner, type WalletSigner } from './wallet-signer.ts';

export const LIFETIMES = {
  /**
   * Lifetime of an init token: long enough for a redirect or an email, too short to be worth
   * stealing (D-9).
   */
  initTokenMs: 10 * MINUTE_MS,
  sessionMs: 15 * MINUTE_MS,
  /** How long a page may open its link again if it did not receive the first response. */
  openingGraceMs: MINUTE_MS,
  /** Time for the movements: enough for three turns of the head, too short to fake a video. */
  challengeMs: 60_000,
  /** Time for the slower challenge that a visitor can choose. */
  relaxedChallengeMs: 180_000,
  /** The time that is added to a session when the visitor requests more time. */
  extensionMs: 10 * MINUTE_MS,
  /** How long a verdict based on an age estimate can be contested, if the page is still open. */
  contestMs: 15 * MINUTE_MS,
  /** How long a hand-off link can be opened on the phone. */
  handoffMs: 5 * MINUTE_MS,
  idempotencyMs: 24 * 60 * MINUTE_MS,
  /** Maximum time between an authorization request and the consent decision (D-29). */
  consentMs: 10 * MINUTE_MS,
  /** Maximum time between a pushed authorization request and the browser's visit (D-153). */
  pushedMs: MINUTE_MS,
  /** Lifetime of a device code: long enough to fetch a phone and sign in on it (RFC 8628 3.2). */
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
  /**
   * Lifetimes of emailed links. A password reset link expires sooner, because it gives access to
   * the account.
   */
  confirmLinkMs: 24 * 60 * MINUTE_MS,
  resetLinkMs: 30 * MINUTE_MS,
  /** Lifetime of a WebAuthn ceremony; a sign-in page may stay open for a while. */
  ceremonyMs: 10 * MINUTE_MS,
  /** How long a lockout lasts before it expires on its own (D-62). */
  lockoutMs: 15 * MINUTE_MS,
  /** How long a browser counts as a known device: as long as the sign-in history is kept. */
  knownDeviceMs: 365 * DAY_MS,
  /**
   * How long a browser stays trusted, and how long the emailed code that makes it trusted is valid
   * (D-99).
   */
  trustedDeviceMs: 90 * DAY_MS,
  trustCodeMs: 10 * MINUTE_MS,
  /** How long sign-in by face is blocked on a device after three failed checks in a row. */
  faceBlockMs: 60 * MINUTE_MS,
  /** How long an owner can undo a deletion (D-44). */
  deletionGraceMs: 7 * DAY_MS,
  verifiedAgeMs: 365 * DAY_MS,
  /**
   * The time after which an unfinished face challenge expires (D-15). It is ample: a picture is
   * measured within two seconds.
   */
  faceChallengeMs: 5 * MINUTE_MS,
  /**
   * Lifetime of a live face challenge (D-98): the longest session, plus the time to record its end.
   */
  faceSessionMs: (15 + 3 * 10 + 5) * MINUTE_MS,
  /** How long a checked face is kept: long enough for a redirect and for queue retries (D-97). */
  checkedFaceMs: 5 * MINUTE_MS,
  /** How long a face template is kept after its enrolment or last recognition. */
  faceTemplateMs: 365 * DAY_MS,
  /**
   * How long an API key or client is cached; after revocation, it stops working within this time.
   */
  keyCacheMs: 30_000,
  /** The maximum age of data that is read from a replica of the database (D-121). */
  replicaMs: 30_000,
  /** How much longer cached API keys, clients and signing keys are used while D1 fails (D-71). */
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
  /**
   * How long a client may reuse its old refresh token if it did not receive the response with the
   * new one.
   */
  refreshGraceMs: 30_000,
  staffChallengeMs: 5 * MINUTE_MS,
  /** How recent a staff member's sign-in must be to change a second factor (D-63). */
  staffFreshMs: 5 * MINUTE_MS,
  staffResetMs: 30 * MINUTE_MS,
  /** Lifetime of an invitation; the invited person may be on holiday. */
  invitationMs: 7 * DAY_MS,
  /** The lifetime of the link that a new operator uses to set a password (docs/deploy.md). */
  operatorLinkMs: 2 * DAY_MS,
  /** Lifetime of the webhook URL in a deployment check, which takes about a minute. */
  webhookCheckMs: 10 * MINUTE_MS,
  /** How long one run of a backup or restore may copy ledgers (D-176). */
  ledgerCopyMs: 6 * 60 * MINUTE_MS,
  staffCeremonyMs: 5 * MINUTE_MS,
  /**
   * How long a customer may leave its email address unconfirmed (D-79): as long as a sign-in lasts.
   */
  unprovenCustomerMs: 30 * DAY_MS,
} as const;

/**
 * Rate limits per key and location (D-50). Cloudflare enforces them, as configured under
 * [[ratelimits]] in wrangler.toml. They are repeated here for the response headers; a test keeps
 * the two in sync.
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
  /**
   * Public origin without a trailing slash: https on a public host, or on this machine if
   * `isLocal`.
   */
  baseUrl: string;
  /**
   * Whether this is a developer's machine (`npm start`, tests), in which case http and webhook
   * receivers on this machine are allowed.
   */
  isLocal: boolean;
  serviceName: string;
  /**
   * Who runs the service: the data controller for accounts, and the processor for requests from
   * sites.
   */
  operator: Operator;
  /** The key that the secrets of capability tokens are derived from. */
  tokenKey: KeyVersions;
  /** The key that encrypts private signing keys and other secrets at rest. */
  keyEncryptionKey: KeyVersions;
  mail: MailSettings;
  /** How many days request-log lines are kept for customers; 0 disables the log (D-118). */
  requestLogDays: number;
  webhooks: {
    /** How long a webhook receiver may take to respond. */
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
  /**
   * The effect of pictures that look bent (D-180, D-184): `refuse` raises the risk band and fails
   * the attempt; `strict` fails the attempt only in strict sessions; `risk` only raises the risk
   * band; `off` does nothing.
   */
  bentPictures: 'refuse' | 'strict' | 'risk' | 'off';
  /** Signs requests to wallets; when absent, requests are unsigned. */
  walletSigner?: WalletSigner;
  /** How many years an age estimate must be above the gate to count (D-19). */
  ageMarginYears: number;
  /** The default maximum share of people below the gate who may pass, as a percentage (D-84). */
  ageTarget?: 1 | 2 | 5;
  /** The lowest margin that a customer can set. */
  ageMarginFloorYears: number;
  /** The measured error of the estimate: the shipped table, or the operator's own. */
  ageError: AgeErrorTable;
  /** The legal requirements for age checks, by country and state (D-157). */
  jurisdictions: readonly Jurisdiction[];
  /** How much two pictures of one person's face may differ. */
  faceLimits: FaceLimits;
  /** How many passes a key must have signed before one of them is accepted (D-152). */
  passFloor: number;
  /** The size limit of a D1 database, which depends on the plan. */
  databaseLimitBytes: number;
  /** The requirements that a check must meet for an account to keep its result (D-56). */
  keptAges: KeepPolicy;
  guessLimits: GuessLimits;
}

interface KeepPolicy {
  minAssurance: 'device' | 'edge';
  marginYears: number;
  minDifficulty: 'easy' | 'medium' | 'hard';
  livenessLevel: 'standard';
  /**
   * The version of the policy, built from the policy's other members, so that it changes when they
   * do.
   */
  version: string;
}

/**
 * The default margin: a single estimate is off by 5 to 10 years, and the median of several by about
 * 7 (D-19).
 */
const DEFAULT_AGE_MARGIN_YEARS = 7;

/**
 * The default for the lowest margin that a customer can set: with a smaller margin, one in four
 * minors would pass.
 */
const DEFAULT_MARGIN_FLOOR_YEARS = 2;

/**
 * The minimum number of passes that a key must have signed. Each check grants at most ten passes,
 * so a pass could belong to any of at least five people.
 */
const DEFAULT_PASS_FLOOR = 50;
/** D1's size limit on a paid plan; on the free plan, it is 500 MB. */
const DEFAULT_D1_LIMIT_MB = 10_000;
const BYTES_PER_MB = 1_000_000;

/**
 * The default timeout for a webhook receiver: long enough for one that does its work before it
 * responds (D-26).
 */
const DEFAULT_WEBHOOK_TIMEOUT_SECONDS = 10;

/**
 * The default number of days for which request-log lines are kept: long enough to investigate on a
 * Monday what happened over the weekend.
 */
const DEFAULT_REQUEST_LOG_DAYS = 7;

/**
 * The longest delay before a running session is listed. Sessions end within minutes, so a longer
 * delay would not save any more row writes.
 */
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
  // These two settings are only validated here, because session objects read them directly. If the
  // reminder interval were invalid, an object would resend its session's final event on every
  // alarm. If the delay were invalid, or longer than a queue accepts, the object could not send any
  // events.
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
    bentPictures: readChoice(vars, 'BENT_PICTURES', ['refuse', 'strict', 'risk', 'off']),
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
 * The revision of the rules for judging checks. Increment it when the rules change, because the
 * same settings then have a different meaning.
 */
const KEEP_POLICY_REVISION = 1;

function readKeepPolicy(vars: Vars): KeepPolicy {
  const usual = readNumber(vars, 'AGE_MARGIN_YEARS', DEFAULT_AGE_MARGIN_YEARS);
  // When a face Worker is bound, accounts by default keep only ages that it measured.
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
