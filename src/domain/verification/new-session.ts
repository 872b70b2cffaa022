// How a new session is made from a request, whichever call asked for it: a customer's settings of today, its tokens, its
// times; and which session a repeated request means. init, retake and contest share it.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config/config.ts';
import type { HashedToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN, RESULT_TOKEN } from '../../crypto/token-prefixes.ts';
import type { Customer, Principal } from './customer.ts';
import { claimId } from '../terms/claim-id.ts';
import { applySettings, type SessionInput } from './apply-settings.ts';
import { attemptLimit } from './attempts.ts';
import type { MarginWarning } from './rules/age/age-margin.ts';
import { documentRules } from './rules/document/document-rules.ts';
import { faceRules } from './rules/face/face-rules.ts';
import { placeOfMeasuring } from './rules/session/measured.ts';
import type { NewSession } from './rules/session/session.ts';
import { credentialsOf, walletRules } from './rules/wallet/wallet-rules.ts';
import { boundWorkers, sessionMargin } from './session-margin.ts';
import { makeToken, tokenOf } from './tokens.ts';

/** What a customer asks for, under its settings. */
interface AskedSession extends Pick<NewSession, 'asked' | 'request' | 'offer'> {
  marginYears: number;
  warnings: MarginWarning[];
  /** SHA-256 of the secret of the one browser that the link opens in; absent: any browser may open it. */
  openerHash?: string | undefined;
}

/** @throws AppError as applySettings */
export function askSession(ctx: Context, customer: Customer, input: SessionInput): AskedSession {
  const bound = boundWorkers(ctx);
  const trusted = bound.wallet ? credentialsOf(customer.walletDocTypes ?? []) : [];
  const mode = customer.rules?.requiredMethod ?? input.mode;
  const byWallet = walletRules({ ...input, mode }, trusted);
  const workers = { ...bound, wallet: byWallet !== undefined };
  const request = applySettings(input, customer.rules, workers);
  const measured = placeOfMeasuring(request, workers);
  const documents = documentRules(request, workers, customer.rules?.documents);
  const { years, lines, warnings } = sessionMargin(ctx, customer, request, measured);
  const { locale, theme, accept } = input;
  const asked = {
    mode: input.mode,
    ...(locale !== undefined && { locale }),
    ...(theme !== undefined && { theme }),
    ...(accept !== undefined && { accept }),
  };
  const faces = faceRules(
    { measured, purpose: request.purpose },
    { ...customer, ...customer.rules },
  );
  const reviews = customer.rules?.reviews;
  const offer = {
    measured,
    serviceMarginYears: ctx.config.keptAges.marginYears,
    ...(lines && { headLines: lines }),
    ...(documents && { documents, ...(reviews && { reviews }) }),
    ...(faces && { faces }),
    ...(byWallet && takesWallet(request) && { wallet: byWallet }),
  };
  return { asked, request, offer, marginYears: years, warnings };
}

const takesWallet = ({ accept }: NewSession['request']): boolean =>
  accept?.methods.includes('wallet') ?? true;

/** @param sessionId 64 hex digits @returns what its object is to keep, and the token of its link */
export async function planSession(
  ctx: Context,
  { tenant: customer, test }: Customer,
  sessionId: string,
  { asked, request, offer, marginYears, openerHash }: AskedSession,
): Promise<{ session: NewSession; init: HashedToken }> {
  const { attemptCap, ageTarget: _target, logo, triedLogo, ...tenant } = customer;
  const [init, result, logoHash, attempts] = await Promise.all([
    makeToken(ctx, INIT_TOKEN, sessionId),
    makeToken(ctx, RESULT_TOKEN, sessionId),
    logo === undefined ? undefined : sha256Hex(logo),
    // A test has no person whose luck would have to be limited.
    test ? undefined : attemptLimit(tenant.id, attemptCap, request.userId),
  ]);
  const nowMs = ctx.now();
  const session: NewSession = {
    test,
    tenant: {
      ...tenant,
      ageMarginYears: marginYears,
      ...(logoHash !== undefined && { logoHash }),
      ...(triedLogo !== undefined && { logo: triedLogo }),
    },
    request,
    asked,
    offer,
    chain: {},
    secrets: {
      initHash: init.hash,
      resultHash: result.hash,
      ...(openerHash !== undefined && { openerHash }),
    },
    visitor: attempts === undefined ? {} : { attempts },
    times: {
      createdAtMs: nowMs,
      initExpiresAtMs: nowMs + LIFETIMES.initTokenMs,
      expiresAtMs: nowMs + LIFETIMES.sessionMs,
    },
  };
  return { session, init };
}

/**
 * The address of a session's page. A repeat of a request gets the link of the session that was made first.
 * @param made for this request @param kept the hash that the session has, if it is known
 */
export async function linkOf(
  ctx: Context,
  sessionId: string,
  made: HashedToken,
  kept: string | undefined,
): Promise<{ token: string; verifyUrl: string }> {
  const token =
    kept === undefined || kept === made.hash
      ? made.token
      : await tokenOf(ctx, INIT_TOKEN, sessionId, kept);
  return { token, verifyUrl: pageOf(ctx, token) };
}

/** @param token `xit_…` */
export const pageOf = ({ config }: Context, token: string): string =>
  `${config.baseUrl}/v/${token}`;

/**
 * A crash between the claim and the creation is harmless: the retry gets the same id and creates it then.
 * @param asked what must be the same in a repeat @returns a new session's id, or the one that the key has
 * @throws AppError IDEMPOTENCY_KEY_MISMATCH when the key was used with another request
 */
export async function claimSessionId(
  ctx: Context,
  principal: Principal,
  asked: object,
  idempotencyKey: string | undefined,
): Promise<string> {
  const fresh = ctx.objects.newSessionId();
  if (idempotencyKey === undefined) return fresh;
  const caller = { tenantId: principal.tenant.id, test: principal.test };
  return claimId(ctx, caller, idempotencyKey, asked, fresh);
}
