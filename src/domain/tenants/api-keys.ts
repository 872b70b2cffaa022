// Who calls with an API key: looked up by hash, remembered per isolate for a short, documented time.
import type { Context } from '../../context.ts';
import { LIFETIMES } from '../../config.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { API_KEY_PREFIXES } from '../../crypto/token-prefixes.ts';
import { isEmbedOrigin } from './embed-origin.ts';
import type { Theme } from '../verification/rules/session.ts';
import { findValidKey, noteKeyUse, type KeyRow } from './store.ts';

/** What a customer has decided for all of its sessions. */
export interface SessionRules {
  /** Where visitors may be sent back to; empty: anywhere. */
  callbackOrigins: readonly string[];
  defaultLocale?: string;
  defaultTheme?: Theme;
  /** The method of every check, whatever a request says. */
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
    /** Whose pages may embed ours and use publishable keys. */
    embedOrigins: string[];
    ageMarginYears?: number;
    retentionDays: number;
  };
  /** Absent where the customer has set none. */
  rules?: SessionRules;
}

interface Remembered {
  principal: Principal;
  untilMs: number;
}

const MAX_REMEMBERED = 1_000;
/** Writing every use down would cost more than the use. */
const USE_NOTED_EVERY_MS = 60 * 60_000;
/** By configuration, so that two deployments in one process never share a memory. */
const memories = new WeakMap<object, Map<string, Remembered>>();

/** @returns undefined for a missing, malformed, unknown, revoked or expired key */
export async function findPrincipal(ctx: Context, key: string): Promise<Principal | undefined> {
  if (key.length > 100 || !API_KEY_PREFIXES.some((prefix) => key.startsWith(prefix)))
    return undefined;
  const hash = await sha256Hex(key);
  const nowMs = ctx.now();
  const memory = memoryOf(ctx);
  const known = memory.get(hash);
  if (known !== undefined && nowMs < known.untilMs) return known.principal;
  memory.delete(hash);
  const row = await findValidKey(ctx.db, hash, nowMs);
  if (row === undefined) return undefined;
  const principal = toPrincipal(row);
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  const endsMs = row.expiresAtMs ?? Infinity;
  memory.set(hash, { principal, untilMs: Math.min(nowMs + LIFETIMES.keyCacheMs, endsMs) });
  noteUse(ctx, hash, row.lastUsedAtMs ?? 0, nowMs);
  return principal;
}

/** To the hour, after the answer, and only where the key was just read. */
function noteUse(ctx: Context, hash: string, lastUsedMs: number, nowMs: number): void {
  const beforeMs = nowMs - USE_NOTED_EVERY_MS;
  if (lastUsedMs <= beforeMs) ctx.defer(noteKeyUse(ctx.db, hash, nowMs, beforeMs));
}

/** Lets this isolate see a change at once; others within 30 s. @param hash SHA-256 of the whole key, hex */
export function forgetKey(ctx: Pick<Context, 'config'>, hash: string): void {
  memories.get(ctx.config)?.delete(hash);
}

function memoryOf(ctx: Context): Map<string, Remembered> {
  const memory = memories.get(ctx.config) ?? new Map<string, Remembered>();
  memories.set(ctx.config, memory);
  return memory;
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
