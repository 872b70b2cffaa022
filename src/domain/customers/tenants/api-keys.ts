// Authenticates API keys. Keys are looked up by hash, and cached per isolate for a short,
// documented time.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { API_KEY_PREFIXES } from '../../../crypto/token-prefixes.ts';
import { notFound } from '../../../errors.ts';
import { toAllowedDocuments } from './allowed-documents.ts';
import { toDocumentFields } from './document-fields.ts';
import { isEmbedOrigin } from './embed-origin.ts';
import type { Recheck } from '../../terms/recheck.ts';
import { Memory } from '../../terms/memory.ts';
import type { AcceptMethod } from '../../verification/rules/methods.ts';
import { toAgeTarget } from '../../verification/rules/age/age-margin.ts';
import type { Customer, Principal, SessionRules } from '../../verification/customer.ts';
import { listHashesOf } from './key-store.ts';
import { findTenant, findValidKey, updateLastUse, type KeyRow } from './store.ts';

/** The cached principals, keyed by the hash of the API key. */
const memory = new Memory<Principal>({
  name: 'api_keys',
  freshMs: LIFETIMES.keyCacheMs,
  most: 1_000,
});
/**
 * The minimum interval between two recorded uses of a key: a write per use would cost more than the
 * request.
 */
const USE_WRITTEN_EVERY_MS = 60 * 60_000;

/**
 * @returns the hash used to look up a key, SHA-256 in hex; undefined when the text has none of our
 *   prefixes
 */
export async function hashOfKey(key: string): Promise<string | undefined> {
  const isOurs = key.length <= 100 && API_KEY_PREFIXES.some((prefix) => key.startsWith(prefix));
  return isOurs ? sha256Hex(key) : undefined;
}

/**
 * @param hash SHA-256 of the whole key, hex
 * @returns undefined for an unknown, revoked or expired key
 */
export async function findPrincipal(ctx: Context, hash: string): Promise<Principal | undefined> {
  return memory.read(ctx, hash, async () => {
    const nowMs = ctx.now();
    const row = await findValidKey(ctx.db, hash, nowMs);
    if (row === undefined) return undefined;
    recordUse(ctx, hash, row.lastUsedAtMs ?? 0, nowMs);
    return { value: toPrincipal(row), endsMs: row.expiresAtMs ?? Infinity };
  });
}

/**
 * Whether this isolate has authenticated the key before. Does not read D1.
 * @param hash SHA-256 of the whole key, hex
 */
export const isKnownKey = (ctx: Context, hash: string): boolean => memory.knows(ctx, hash);

/**
 * Records the use of a key, at most once an hour, after the response, and only when the key has
 * just been read from the database.
 */
function recordUse(ctx: Context, hash: string, lastUsedMs: number, nowMs: number): void {
  const beforeMs = nowMs - USE_WRITTEN_EVERY_MS;
  if (lastUsedMs <= beforeMs) ctx.defer(updateLastUse(ctx.db, hash, nowMs, beforeMs));
}

/**
 * Evicts a changed key: this isolate reads it again immediately, others within 30 s.
 * @param hash SHA-256 of the whole key, hex
 */
export function evictCachedKey(ctx: Pick<Context, 'config'>, hash: string): void {
  memory.forget(ctx, hash);
}

/**
 * Finds a customer by its id, for callers that have no API key.
 * @returns undefined for a customer that has ended or is suspended
 */
export async function findCustomer(
  ctx: Pick<Context, 'db' | 'now'>,
  tenantId: string,
  test: boolean,
): Promise<Customer | undefined> {
  const found = await findTenant(ctx.db, tenantId, test, ctx.now());
  return found && toCustomer(found, test);
}

/**
 * Returns the principal for a member, who acts for the customer like its backend, but without a
 * key.
 * @param member.isProven whether their address is confirmed
 * @throws AppError NOT_FOUND for a customer that has ended or is suspended
 */
export async function principalOfMember(
  ctx: Pick<Context, 'db' | 'now'>,
  { tenantId, test, isProven }: { tenantId: string; test: boolean; isProven: boolean },
): Promise<Principal> {
  const customer = await findCustomer(ctx, tenantId, test);
  if (customer === undefined) throw notFound();
  return { ...customer, kind: 'secret', isProven };
}

/**
 * Evicts all keys of a customer: this isolate reads them again at their next use, others within
 * half a minute.
 */
export async function evictKeysOf(
  ctx: Pick<Context, 'config' | 'db'>,
  tenantId: string,
): Promise<void> {
  for (const hash of await listHashesOf(ctx.db, tenantId)) evictCachedKey(ctx, hash);
}

const toPrincipal = ({ id, kind, mode, isProven, ...row }: KeyRow): Principal => ({
  kind,
  keyId: id,
  isProven,
  ...(row.tenant.suspended_at_ms !== null && { isSuspended: true as const }),
  ...toCustomer(row, mode === 'test'),
});

function toCustomer(
  {
    tenant,
    blocksFaces,
    walletDocTypes,
  }: Pick<KeyRow, 'tenant' | 'blocksFaces' | 'walletDocTypes'>,
  test: boolean,
): Customer {
  const target = toAgeTarget(tenant.age_target);
  return {
    test,
    tenant: {
      id: tenant.id,
      name: tenant.name,
      residency: tenant.residency,
      ...(tenant.color !== null && { color: tenant.color }),
      ...(tenant.logo !== null && { logo: tenant.logo }),
      ...(tenant.alternative_url !== null && { alternativeUrl: tenant.alternative_url }),
      ...(tenant.privacy_contact !== null && { contact: tenant.privacy_contact }),
      ...(tenant.controller_name !== null && { controllerName: tenant.controller_name }),
      embedOrigins: (JSON.parse(tenant.embed_origins) as string[]).filter(isEmbedOrigin),
      ...(tenant.age_margin_years !== null && { ageMarginYears: tenant.age_margin_years }),
      ...(target !== null && { ageTarget: target }),
      attemptCap: tenant.attempt_cap,
      retentionDays: tenant.retention_days,
      ...(!tenant.ages_trusted && { agesDistrusted: true as const }),
      ...(tenant.fall_through && { countsLeaving: true as const }),
    },
    rules: toRules(tenant),
    ...(blocksFaces && { blocksFaces }),
    ...(walletDocTypes.length > 0 && { walletDocTypes }),
  };
}

const toRules = (tenant: KeyRow['tenant']): SessionRules => ({
  callbackOrigins: JSON.parse(tenant.callback_origins) as string[],
  ...(tenant.default_locale !== null && { defaultLocale: tenant.default_locale }),
  ...(tenant.default_theme !== null && { defaultTheme: tenant.default_theme }),
  ...(tenant.required_method !== null && { requiredMethod: tenant.required_method }),
  accept: {
    agateId: tenant.agate_id,
    ...(tenant.agate_id_face && { ownerFace: true as const }),
    ...(tenant.accept_methods !== null && {
      methods: JSON.parse(tenant.accept_methods) as AcceptMethod[],
    }),
    ...(tenant.accept_order !== null && {
      order: JSON.parse(tenant.accept_order) as AcceptMethod[],
    }),
    ...(tenant.max_proof_age_days !== null && { maxProofAgeDays: tenant.max_proof_age_days }),
    ...(tenant.recheck !== '[]' && { recheck: JSON.parse(tenant.recheck) as Recheck[] }),
    ...(tenant.min_assurance !== null && { minAssurance: tenant.min_assurance }),
    ...(tenant.liveness_level !== null && { livenessLevel: tenant.liveness_level }),
  },
  documents: {
    allowed: toAllowedDocuments(tenant),
    stepUp: tenant.document_step_up,
    fields: toDocumentFields(tenant),
    ...(tenant.document_number_key !== null && { numberKey: tenant.document_number_key }),
  },
  ...(tenant.keep_faces_days > 0 && { keepFacesDays: tenant.keep_faces_days }),
  ...(tenant.policy !== 'off' &&
    tenant.policy_context !== null && {
      policy: { by: tenant.policy, context: tenant.policy_context },
    }),
  ...(tenant.reviews && { reviews: { secondPerson: tenant.review_second_person } }),
});
