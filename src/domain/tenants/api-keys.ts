// Authenticates API keys: looked up by hash, cached per isolate for a short, documented time.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { API_KEY_PREFIXES } from '../../crypto/token-prefixes.ts';
import { isEmbedOrigin } from './embed-origin.ts';
import type { Theme } from '../verification/rules/session.ts';
import { findValidKey, updateLastUse, type KeyRow } from './store.ts';

/** A customer's settings that apply to all of its sessions. */
export interface SessionRules {
  /** Allowed origins of callback URLs; empty: any. */
  callbackOrigins: readonly string[];
  defaultLocale?: string;
  defaultTheme?: Theme;
  /** Overrides the method of every request. */
  requiredMethod?: 'document' | 'facial';
}

/** A tenant's backend (secret) or page (publishable), in live or test mode. */
export interface Principal {
  kind: 'secret' | 'publishable';
  test: boolean;
  tenant: {
    id: string;
    name: string;
    color?: string;
    logo?: string;
    alternativeUrl?: string;
    /** Origins that may embed the hosted page and use publishable keys. */
    embedOrigins: string[];
    ageMarginYears?: number;
    retentionDays: number;
  };
  /** Absent: no rules. */
  rules?: SessionRules;
}

interface CachedPrincipal {
  principal: Principal;
  untilMs: number;
}

const MAX_CACHED = 1_000;
/** A write per use would cost more than the request. */
const USE_WRITTEN_EVERY_MS = 60 * 60_000;
/** By configuration, so that two deployments in one process do not share a cache. */
const caches = new WeakMap<object, Map<string, CachedPrincipal>>();

/** @returns undefined for a missing, malformed, unknown, revoked or expired key */
export async function findPrincipal(ctx: Context, key: string): Promise<Principal | undefined> {
  if (key.length > 100 || !API_KEY_PREFIXES.some((prefix) => key.startsWith(prefix)))
    return undefined;
  const hash = await sha256Hex(key);
  const nowMs = ctx.now();
  const cache = cacheOf(ctx);
  const cached = cache.get(hash);
  if (cached !== undefined && nowMs < cached.untilMs) return cached.principal;
  cache.delete(hash);
  const row = await findValidKey(ctx.db, hash, nowMs);
  if (row === undefined) return undefined;
  const principal = toPrincipal(row);
  if (cache.size >= MAX_CACHED) cache.clear();
  const endsMs = row.expiresAtMs ?? Infinity;
  cache.set(hash, { principal, untilMs: Math.min(nowMs + LIFETIMES.keyCacheMs, endsMs) });
  recordUse(ctx, hash, row.lastUsedAtMs ?? 0, nowMs);
  return principal;
}

/** At most hourly, after the response, and only when the key was just read from the database. */
function recordUse(ctx: Context, hash: string, lastUsedMs: number, nowMs: number): void {
  const beforeMs = nowMs - USE_WRITTEN_EVERY_MS;
  if (lastUsedMs <= beforeMs) ctx.defer(updateLastUse(ctx.db, hash, nowMs, beforeMs));
}

/** This isolate then sees a change immediately, others within 30 s. @param hash SHA-256 of the whole key, hex */
export function evictCachedKey(ctx: Pick<Context, 'config'>, hash: string): void {
  caches.get(ctx.config)?.delete(hash);
}

function cacheOf(ctx: Context): Map<string, CachedPrincipal> {
  const cache = caches.get(ctx.config) ?? new Map<string, CachedPrincipal>();
  caches.set(ctx.config, cache);
  return cache;
}

function toPrincipal({ kind, mode, tenant }: KeyRow): Principal {
  return {
    kind,
    test: mode === 'test',
    tenant: {
      id: tenant.id,
      name: tenant.name,
      ...(tenant.color !== null && { color: tenant.color }),
      ...(tenant.logo !== null && { logo: tenant.logo }),
      ...(tenant.alternative_url !== null && { alternativeUrl: tenant.alternative_url }),
      embedOrigins: (JSON.parse(tenant.embed_origins) as string[]).filter(isEmbedOrigin),
      ...(tenant.age_margin_years !== null && { ageMarginYears: tenant.age_margin_years }),
      retentionDays: tenant.retention_days,
    },
    rules: toRules(tenant),
  };
}

const toRules = (tenant: KeyRow['tenant']): SessionRules => ({
  callbackOrigins: JSON.parse(tenant.callback_origins) as string[],
  ...(tenant.default_locale !== null && { defaultLocale: tenant.default_locale }),
  ...(tenant.default_theme !== null && { defaultTheme: tenant.default_theme }),
  ...(tenant.required_method !== null && { requiredMethod: tenant.required_method }),
});
