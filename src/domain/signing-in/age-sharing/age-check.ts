// Use case: an account's owner has their age checked for the account itself. The check works like
// any customer's, but the service itself is the tenant, and the check measures every threshold
// instead of one age gate.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError } from '../../../errors.ts';
import type { Account } from '../../accounts/account.ts';
import { FIRST_PARTY_TENANT_ID } from '../../verification/rules/age/account-age.ts';
import type { SessionInput } from '../../verification/apply-settings.ts';
import { hasUsedUpAttempts } from '../../verification/attempts.ts';
import { formatBrowserProof } from '../../verification/browser-session.ts';
import { listSessions } from '../../verification/session-list/list-sessions.ts';
import type { SessionRules } from '../../verification/customer.ts';
import { credentialsOf } from '../../verification/rules/wallet/wallet-rules.ts';
import { createSession, readResult } from '../../verification/backend-session.ts';
import { trustedDocTypes } from '../../platform/wallet-anchors/anchors.ts';
import { firstPartyPrincipal } from '../../verification/first-party-principal.ts';
import { readsDocuments } from '../../verification/session-margin.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import {
  DIFFICULTIES,
  isAtLeast,
  levelOf,
  VERIFICATION_LEVELS,
  type AgeProof,
} from '../../terms/age-proof.ts';
import { storeVerifiedAge } from '../../accounts/verified-ages/verified-age.ts';

/**
 * The maximum number of listed checks: more than a person can begin before old checks are erased.
 */
const LISTED = 100;

/**
 * The requirements of the site that sent the person to the check. The browser passes them along.
 */
interface RequestedCheck {
  /** Whether the site requires a newer check than the account has (D-163). */
  isDue?: boolean;
  /** The level that the site requires: a document or a wallet instead of an estimate (D-73). */
  level?: 'document' | 'wallet' | undefined;
}

interface AgeCheck {
  account: Pick<Account, 'subject'>;
  /** A path of this service; `status` and `token` are added to its query. */
  returnPath: string;
  /** A language that the pages support. */
  locale: string;
  /** The level to require, if the service supports it. */
  level?: RequestedCheck['level'];
}

interface BegunAgeCheck {
  /** The URL of the page that runs the check. */
  verifyUrl: string;
  /** The id of the check's session, 64 hex digits. */
  sessionId: string;
  /**
   * The session's cookie: the page opens only in the browser that has this cookie, so that an adult
   * who is sent the link cannot pass the check for someone else.
   */
  cookie: string;
}

const BY_WALLET: SessionRules = {
  callbackOrigins: [],
  accept: { agateId: false, methods: ['wallet'] },
};

/**
 * Begins a check in the browser that is signed in to the account; that browser can hand the check
 * off to a phone.
 */
export async function beginAgeCheck(
  ctx: Context,
  { account, returnPath, locale, level }: AgeCheck,
): Promise<BegunAgeCheck> {
  const secret = randomToken(32);
  const check: SessionInput = {
    callbackUrl: `${ctx.config.baseUrl}${returnPath}`,
    purpose: 'age_verification',
    mode: level === 'document' && readsDocuments(ctx) ? 'document' : 'auto',
    difficulty: difficultyFor(ctx),
    theme: 'system',
    userId: account.subject,
    locale,
    thresholds: AGE_BRACKETS,
  };
  const walletDocTypes = await trustedDocTypes(ctx);
  const isByWallet = level === 'wallet' && credentialsOf(walletDocTypes).length > 0;
  const service = {
    ...firstPartyPrincipal(ctx),
    walletDocTypes,
    ...(isByWallet && { rules: BY_WALLET }),
  };
  const { sessionId, verifyUrl } = await createSession(ctx, service, check, {
    openerHash: await sha256Hex(secret),
  });
  return { sessionId, verifyUrl, cookie: formatBrowserProof({ sessionId, secret }) };
}

/** Returns medium difficulty, or a higher one if kept ages require it. */
const difficultyFor = ({ config: { keptAges } }: Context) =>
  isAtLeast(DIFFICULTIES, keptAges.minDifficulty, 'medium') ? keptAges.minDifficulty : 'medium';

/**
 * Stores the bracket of a finished check in the account, once the person has returned from the page
 * that ran it. If a site requested the check, the new age replaces any earlier one. The outcome is
 * read from the session, never from the query's `status`, and counts only for the account that
 * began the check. Repeated calls are harmless, because the age is dated from the end of the check.
 * @param token `xtk_…` from the query
 * @returns `exceeded` when the check failed and no attempts remain today
 */
export async function takeAgeCheck(
  ctx: Context,
  account: Pick<Account, 'id' | 'subject'>,
  token: string,
  request: RequestedCheck = {},
): Promise<'success' | 'failed' | 'exceeded' | 'canceled'> {
  const result = await readResult(ctx, firstPartyPrincipal(ctx), token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (result === undefined || result.externalUserId !== account.subject) return 'failed';
  if (result.status === 'canceled') return 'canceled';
  const bracket = AGE_BRACKETS.find((known) => known === result.metThreshold);
  const { ageProof: proof, completedAtMs: verifiedAtMs } = result;
  if (bracket === undefined || proof === undefined || verifiedAtMs === undefined)
    return (await hasUsedUpAttempts(ctx, account.subject)) ? 'exceeded' : 'failed';
  const age = { bracket, proof, verifiedAtMs };
  const kept = await storeVerifiedAge(ctx, account.id, age, {
    isRequested: answers(proof, request),
  });
  return kept === undefined ? 'failed' : 'success';
}

/**
 * Whether a site requested the check and the check meets the request: if the site requires a level,
 * the check's method must have at least that level.
 */
const answers = ({ method }: AgeProof, { isDue = false, level }: RequestedCheck): boolean =>
  level === undefined ? isDue : isAtLeast(VERIFICATION_LEVELS, levelOf(method), level);

/** A check as displayed in the list. */
export interface ListedCheck {
  status: string;
  reason?: string;
  ipCountry?: string;
  createdAtMs: number;
  completedAtMs?: number;
}

/**
 * @returns the account's own checks, newest first; erased checks are omitted, because they contain
 *   no reference to an account
 */
export async function listAgeChecks(
  ctx: Context,
  account: Pick<Account, 'subject'>,
): Promise<ListedCheck[]> {
  const rows = await listOwnChecks(ctx, account);
  return rows.map((row) => ({
    status: row.status,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.ip_country !== null && { ipCountry: row.ip_country }),
    createdAtMs: row.created_at_ms,
    ...(row.completed_at_ms !== null && { completedAtMs: row.completed_at_ms }),
  }));
}

/** @returns the rows of the checks, newest first, including the tokens for reading the sessions */
export async function listOwnChecks(ctx: Context, { subject }: Pick<Account, 'subject'>) {
  const filter = { tenantId: FIRST_PARTY_TENANT_ID, test: false, externalUserId: subject };
  return (await listSessions(ctx, filter, { offset: 0, limit: LISTED })).rows;
}
