// Everything that a request has access to, built once per request. This is the only file that
// touches the Worker's bindings.
import { LIFETIMES, readConfig, type Config, type VolumeName } from './config/config.ts';
import { importTokenKeys, type TokenKeys } from './crypto/capability-token.ts';
import { readSize, openDatabase, type Database } from './db/client.ts';
import { beginAtPrimary, beginNearby } from './db/replicas.ts';
import type { DocumentReader } from './vision/documents/document-check.ts';
import type { WalletJudge } from './wallet/wallet-wire.ts';
import type { LogoutNotice } from './domain/openid/logout/notice.ts';
import type { Residency } from './domain/terms/residency.ts';
import type { VisitorRegion } from './domain/terms/visitor-region.ts';
import type { MailMessage } from './domain/platform/mail/mail.ts';
import type { WebhookMessage } from './domain/integration/webhooks/delivery.ts';
import type { FaceMeasurer } from './vision/face/face-wire.ts';
import type { AttemptCount } from './objects/attempt-count.ts';
import type { BlockList } from './objects/block-list.ts';
import type { Grant } from './objects/grant.ts';
import { logIncident } from './log.ts';
import type { IdempotencyRecord } from './objects/idempotency-record.ts';
import type { Ledger } from './objects/ledger/ledger.ts';
import type { OneTimeToken } from './objects/one-time-token.ts';
import type { PictureLedger } from './objects/picture-ledger.ts';
import type { RateLimiter } from './objects/rate-limiter.ts';
import { residing } from './objects/residence.ts';
import type { SpentPasses } from './objects/spent-passes.ts';
import type { VerificationSession } from './objects/session/verification-session.ts';
import { inTime } from './time/patience.ts';

/**
 * Stubs of Durable Objects. Creating a stub is free; each method call on it is one network call.
 * Objects that hold data about a customer's visitors are created with the customer's residency.
 * Addressing such an object by name also requires the residency (D-172), whereas an id of 64 hex
 * digits is enough to address any object.
 */
interface Objects {
  /** @returns a new session's id, 64 hex digits */
  newSessionId(residency: Residency): string;
  /**
   * @param region where the object is created (D-122), by default near the caller; the object never
   *   moves
   * @returns undefined when the id was not created by this service
   */
  session(id: string, region?: VisitorRegion): DurableObjectStub<VerificationSession> | undefined;
  /**
   * An object that never holds a session. Malformed tokens are looked up in it, so that rejecting
   * them takes as long as rejecting unknown tokens.
   */
  decoySession(name: string): DurableObjectStub<VerificationSession>;
  idempotencyRecord(residency: Residency, name: string): DurableObjectStub<IdempotencyRecord>;
  /** @returns a new one-time token's id, 64 hex digits */
  newOneTimeTokenId(): string;
  /**
   * @returns the id of the token with that name; issuing a new token with the same name replaces
   *   the old one
   */
  namedOneTimeTokenId(name: string): string;
  /** @returns undefined when the id was not created by this service */
  oneTimeToken(id: string): DurableObjectStub<OneTimeToken> | undefined;
  /** @returns a new grant's id, 64 hex digits */
  newGrantId(residency: Residency): string;
  /** @returns undefined when the id was not created by this service */
  grant(id: string): DurableObjectStub<Grant> | undefined;
  rateLimiter(name: string): DurableObjectStub<RateLimiter>;
  /** @param of the counter's name (domain/verification/attempts.ts) */
  attemptCount(residency: Residency, of: string): DurableObjectStub<AttemptCount>;
  /**
   * @param name identifies a customer and a mode, live or test
   *   (domain/faces/blocked-faces/is-blocked.ts)
   */
  blockList(residency: Residency, name: string): DurableObjectStub<BlockList>;
  /**
   * @param name identifies a customer and a mode, live or test
   *   (domain/verification/print-pictures.ts)
   */
  pictureLedger(residency: Residency, name: string): DurableObjectStub<PictureLedger>;
  /** @param name identifies a volume (domain/platform/ledgers/volume.ts) */
  ledger(residency: Residency, name: string): DurableObjectStub<Ledger>;
  /**
   * @param name identifies a shard of one key's spent passes
   *   (domain/platform/age-passes/spend-pass.ts)
   */
  spentPasses(name: string): DurableObjectStub<SpentPasses>;
}

export interface Context {
  config: Config;
  /** The primary database. */
  db: Database;
  /**
   * The nearest replica of the database, at most LIFETIMES.replicaMs behind (db/replicas.ts): for
   * reads that tolerate stale data, and never for writes.
   * @param seen a bookmark; everything up to it must be visible
   */
  nearby: (seen?: string) => Database;
  /**
   * Records the database's position. Call this once the response is ready, so that later requests
   * may read from a replica.
   * @returns the bookmark that `db` has reached; undefined when `db` has not been queried, or when
   * the context has no database session
   */
  noteProgress: () => string | undefined;
  /** Whether D1 currently responds; costs a round trip. */
  databaseAnswers: () => Promise<boolean>;
  /**
   * The size of the database, in bytes.
   * @throws when the database does not respond in time
   */
  databaseSize: () => Promise<number>;
  objects: Objects;
  /** HMAC key for new token secrets, imported once per isolate. */
  tokenKey: () => Promise<CryptoKey>;
  /** Every HMAC key that a token may be derived from, newest first. */
  tokenKeys: () => Promise<TokenKeys>;
  /** Cloudflare's rate limits, which need no network call and are counted per location. */
  volume: Record<VolumeName, RateLimit>;
  queues: {
    mail: Queue<MailMessage>;
    logouts: Queue<LogoutNotice>;
    webhooks: Queue<WebhookMessage>;
  };
  /** Cloudflare's Email Service. */
  email: SendEmail;
  assets: Fetcher;
  /**
   * The face Worker. When none is bound, this is undefined, and checks are measured only on the
   * device.
   */
  face: FaceMeasurer | undefined;
  /**
   * The documents Worker. When none is bound, this is undefined, and no session requests a
   * document.
   */
  documents: DocumentReader | undefined;
  /**
   * The wallet Worker. When none is bound, this is undefined, and no proof from a wallet is
   * accepted.
   */
  wallet: WalletJudge | undefined;
  /** Returns the current time, in milliseconds since the epoch. */
  now: () => number;
  /** Runs work after the response has been sent (`waitUntil`); a failure is only logged. */
  defer: (work: Promise<unknown>) => void;
}

/** Timeout after which the database is considered unresponsive. */
const PROBE_MS = 1_000;

const tokenKeys = new WeakMap<Config, Promise<TokenKeys>>();

/**
 * @param env the Worker's bindings
 * @param request absent for queue batches and scheduled runs, which wait longer for the database.
 *   With `inSession`, all queries that the request sends to the primary run in one D1 session,
 *   which provides a bookmark
 * @throws Error when a setting is missing (config.ts)
 */
export function createContext(
  env: Env,
  execution: Pick<ExecutionContext, 'waitUntil'>,
  request?: { inSession: boolean },
): Context {
  const config = readConfig(env as unknown as Readonly<Record<string, unknown>>);
  const own = request?.inSession === true ? beginAtPrimary(env.DB, Date.now()) : undefined;
  const begun = own === undefined ? [] : [own];
  const patienceMs = LIFETIMES.requestDatabaseMs;
  const { requests, background, objects, volume, queues } = bindingsOf(env, config);
  const primary = request === undefined ? background : requests;
  return {
    config,
    db: own === undefined ? primary : openDatabase(own.session, patienceMs),
    nearby: (seen) => {
      const copy = beginNearby(env.DB, seen, Date.now());
      begun.push(copy);
      return openDatabase(copy.session, patienceMs);
    },
    noteProgress: () => {
      for (const { note } of begun) note();
      return own?.session.getBookmark() ?? undefined;
    },
    databaseAnswers: () =>
      inTime(readSize(env.DB), PROBE_MS).then(
        () => true,
        () => false,
      ),
    databaseSize: () => inTime(readSize(env.DB), PROBE_MS),
    objects,
    tokenKey: async () => (await rememberTokenKeys(config))[0],
    tokenKeys: () => rememberTokenKeys(config),
    volume,
    queues,
    email: env.EMAIL,
    assets: env.ASSETS,
    // The generated types of these Workers have no methods and do not reflect that a binding may be
    // missing from wrangler.toml.
    face: env.FACE as unknown as FaceMeasurer | undefined,
    documents: env.DOCUMENTS as unknown as DocumentReader | undefined,
    wallet: env.WALLET as unknown as WalletJudge | undefined,
    now: () => Date.now(),
    defer: (work) => execution.waitUntil(work.catch(logDeferredFailure)),
  };
}

/**
 * Contains two handles to the primary database, because requests use a shorter timeout than queues
 * and schedules.
 */
type Bindings = Pick<Context, 'objects' | 'volume' | 'queues'> &
  Record<'requests' | 'background', Database>;

const known = new WeakMap<Env, Bindings>();

/** Returns the bindings, which are the same for all requests of an isolate. */
function bindingsOf(env: Env, { isLocal }: Config): Bindings {
  const bindings = known.get(env) ?? {
    requests: openDatabase(env.DB, LIFETIMES.requestDatabaseMs),
    background: openDatabase(env.DB),
    objects: addressObjects(env, isLocal),
    volume: {
      init: env.INIT_VOLUME,
      result: env.RESULT_VOLUME,
      hosted: env.HOSTED_VOLUME,
      admin: env.ADMIN_VOLUME,
      dashboard: env.DASHBOARD_VOLUME,
      authorize: env.AUTHORIZE_VOLUME,
    },
    queues: { mail: env.MAIL, logouts: env.LOGOUTS, webhooks: env.WEBHOOKS },
  };
  known.set(env, bindings);
  return bindings;
}

/** Logs only the error's name, because the messages of database errors contain bound parameters. */
function logDeferredFailure(error: unknown): void {
  const name = error instanceof Error ? error.name : 'unknown';
  logIncident('deferred_work_failed', { error: name });
}

function rememberTokenKeys(config: Config): Promise<TokenKeys> {
  const known = tokenKeys.get(config) ?? importTokenKeys(config.tokenKey);
  tokenKeys.set(config, known);
  return known;
}

function addressObjects(env: Env, isLocal: boolean): Objects {
  const sessions = env.VERIFICATION_SESSION;
  const limiters = env.RATE_LIMITER;
  const grants = env.GRANT;
  const oneTimeTokens = env.ONE_TIME_TOKEN;
  const spent = env.SPENT_PASSES;
  const sessionsIn = residing(sessions, isLocal);
  const grantsIn = residing(grants, isLocal);
  const idempotencyIn = residing(env.IDEMPOTENCY_RECORD, isLocal);
  const attemptCountsIn = residing(env.ATTEMPT_COUNT, isLocal);
  const blockListsIn = residing(env.BLOCK_LIST, isLocal);
  const picturesIn = residing(env.PICTURE_LEDGER, isLocal);
  const ledgersIn = residing(env.LEDGER, isLocal);
  return {
    newSessionId: (residency) => sessionsIn(residency).newId(),
    session: (id, region) => getById(sessions, id, region),
    decoySession: (name) => sessions.get(sessions.idFromName(name)),
    idempotencyRecord: (residency, name) => idempotencyIn(residency).byName(name),
    newOneTimeTokenId: () => oneTimeTokens.newUniqueId().toString(),
    namedOneTimeTokenId: (name) => oneTimeTokens.idFromName(name).toString(),
    oneTimeToken: (id) => getById(oneTimeTokens, id),
    newGrantId: (residency) => grantsIn(residency).newId(),
    grant: (id) => getById(grants, id),
    attemptCount: (residency, of) => attemptCountsIn(residency).byName(of),
    blockList: (residency, name) => blockListsIn(residency).byName(name),
    pictureLedger: (residency, name) => picturesIn(residency).byName(name),
    ledger: (residency, name) => ledgersIn(residency).byName(name),
    spentPasses: (name) => spent.get(spent.idFromName(name)),
    rateLimiter: (name) => limiters.get(limiters.idFromName(name)),
  };
}

/**
 * Gets an object by an untrusted id. Returns undefined for an id that is malformed or belongs to a
 * different namespace; the runtime would throw in that case.
 */
function getById<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  id: string,
  region?: VisitorRegion,
): DurableObjectStub<T> | undefined {
  try {
    const hint = region === undefined ? [] : [{ locationHint: region }];
    return namespace.get(namespace.idFromString(id), ...hint);
  } catch {
    return undefined;
  }
}
