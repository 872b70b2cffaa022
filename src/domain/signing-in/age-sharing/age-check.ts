// Use case: an account's owner has their age checked for the account itself. The check is like any customer's, for a
// tenant that is the service, and measures every threshold instead of one gate.
import type { Context } from '../../../context.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { randomToken } from '../../../crypto/random.ts';
import { AppError } from '../../../errors.ts';
import type { Account } from '../../accounts/account.ts';
import { FIRST_PARTY_TENANT_ID } from '../../verification/rules/age/account-age.ts';
import type { SessionInput } from '../../verification/apply-settings.ts';
import { mustAccountWait } from '../../verification/attempts.ts';
import { formatBrowserProof } from '../../verification/browser-session.ts';
import { listSessions } from '../../verification/list-sessions.ts';
import { createSession, readResult } from '../../verification/backend-session.ts';
import { trustedDocTypes } from '../../platform/wallet-anchors/anchors.ts';
import { serviceItself } from '../../verification/service-itself.ts';
import { readsDocuments } from '../../verification/session-margin.ts';
import { AGE_BRACKETS } from '../../terms/age-bracket.ts';
import { DIFFICULTIES, isAtLeast } from '../../terms/age-proof.ts';
import { storeVerifiedAge } from '../../accounts/verified-ages/verified-age.ts';

/** More checks than one person begins in that time. */
const LISTED = 100;

interface AgeCheck {
  account: Pick<Account, 'subject'>;
  /** A path of this service; `status` and `token` are added to its query. */
  returnPath: string;
  /** One of the pages' languages. */
  locale: string;
  /** By a document, never an estimate, where the service can read one: what a site requires may be no less (D-73). */
  byDocument?: boolean;
}

interface BegunAgeCheck {
  /** The page that runs the check. */
  verifyUrl: string;
  /** 64 hex digits. */
  sessionId: string;
  /** The session's cookie: the page opens only where it is, so that no other adult can answer the link. */
  cookie: string;
}

/** Begins a check in the browser that is signed in to the account; a phone takes part by that browser's hand-off. */
export async function beginAgeCheck(
  ctx: Context,
  { account, returnPath, locale, byDocument = false }: AgeCheck,
): Promise<BegunAgeCheck> {
  const secret = randomToken(32);
  const check: SessionInput = {
    callbackUrl: `${ctx.config.baseUrl}${returnPath}`,
    purpose: 'age_verification',
    mode: byDocument && readsDocuments(ctx) ? 'document' : 'auto',
    difficulty: difficultyFor(ctx),
    theme: 'system',
    userId: account.subject,
    locale,
    thresholds: AGE_BRACKETS,
  };
  const service = { ...serviceItself(ctx), walletDocTypes: await trustedDocTypes(ctx) };
  const { sessionId, verifyUrl } = await createSession(ctx, service, check, {
    openerHash: await sha256Hex(secret),
  });
  return { sessionId, verifyUrl, cookie: formatBrowserProof({ sessionId, secret }) };
}

/** Two movements, or as many as a kept age needs. */
const difficultyFor = ({ config: { keptAges } }: Context) =>
  isAtLeast(DIFFICULTIES, keptAges.minDifficulty, 'medium') ? keptAges.minDifficulty : 'medium';

/**
 * Stores a finished check's bracket in the account, once the person is back from the page. Only the result counts, and
 * only for the account that began the check. Repeats are harmless: a check counts from its end on.
 * @param token `xtk_…` from the query
 * @returns `exceeded` when it failed and no attempt is left today
 */
export async function takeAgeCheck(
  ctx: Context,
  account: Pick<Account, 'id' | 'subject'>,
  token: string,
): Promise<'success' | 'failed' | 'exceeded' | 'canceled'> {
  const result = await readResult(ctx, serviceItself(ctx), token).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (result === undefined || result.externalUserId !== account.subject) return 'failed';
  if (result.status === 'canceled') return 'canceled';
  const bracket = AGE_BRACKETS.find((known) => known === result.metThreshold);
  const { ageProof: proof, completedAtMs: verifiedAtMs } = result;
  if (bracket === undefined || proof === undefined || verifiedAtMs === undefined)
    return (await mustAccountWait(ctx, account.subject)) ? 'exceeded' : 'failed';
  const kept = await storeVerifiedAge(ctx, account.id, { bracket, proof, verifiedAtMs });
  return kept === undefined ? 'failed' : 'success';
}

/** A check as the list has it. */
export interface ListedCheck {
  status: string;
  reason?: string;
  ipCountry?: string;
  createdAtMs: number;
  completedAtMs?: number;
}

/** @returns the account's own checks that name it, the latest first; an erased one names nobody */
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

/** @returns rows of the list, the latest first, with the tokens that read them */
export async function listOwnChecks(ctx: Context, { subject }: Pick<Account, 'subject'>) {
  const filter = { tenantId: FIRST_PARTY_TENANT_ID, test: false, externalUserId: subject };
  return (await listSessions(ctx, filter, { offset: 0, limit: LISTED })).rows;
}
