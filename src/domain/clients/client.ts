// Relying parties: what is known of one, and finding it with a short memory. Registering is register-client.ts.
import { LIFETIMES } from '../../config.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import { equalInConstantTime, sha256Hex } from '../../crypto/hash.ts';
import { CLIENT_ID } from '../../crypto/token-prefixes.ts';
import { findClientRow, type ClientRecord } from './store.ts';

export interface OAuthClient {
  /** `xoc_…`. */
  id: string;
  tenantId: string;
  name: string;
  /** A `data:` URL. */
  logo?: string;
  logoUrl?: string;
  redirectUris: string[];
  scopes: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri?: string;
}

interface Remembered {
  found: ClientRecord | undefined;
  untilMs: number;
}

type ClientContext = Pick<Context, 'config' | 'db' | 'now'>;

const MAX_REMEMBERED = 10_000;
const SHAPE = new RegExp(`^${CLIENT_ID}[\\w-]{1,64}$`);
const memories = new WeakMap<Config, Map<string, Remembered>>();

/** @returns undefined for unknown and deleted clients; what is known is up to 30 s old */
export async function findClient(
  ctx: ClientContext,
  clientId: string,
): Promise<OAuthClient | undefined> {
  return (await remember(ctx, clientId))?.client;
}

/**
 * The client, when the secret is one of its own: during a rotation there are two. An unknown client costs the
 * same comparison and gets the same answer (S-42).
 */
export async function authenticateClient(
  ctx: ClientContext,
  clientId: string,
  secret: string,
): Promise<OAuthClient | undefined> {
  const [record, hash] = await Promise.all([remember(ctx, clientId), sha256Hex(secret)]);
  const isCurrent = equalInConstantTime(record?.secretHash ?? hash, hash);
  const previous = record?.previousSecret;
  const isPrevious =
    equalInConstantTime(previous?.hash ?? hash, hash) &&
    previous !== undefined &&
    ctx.now() < previous.expiresAtMs;
  return record !== undefined && (isCurrent || isPrevious) ? record.client : undefined;
}

/** After a change: this isolate reads the client again at once, others within 30 s. */
export function forgetClient(ctx: Pick<Context, 'config'>, clientId: string): void {
  memories.get(ctx.config)?.delete(clientId);
}

async function remember(ctx: ClientContext, clientId: string): Promise<ClientRecord | undefined> {
  if (!SHAPE.test(clientId)) return undefined;
  const memory = memories.get(ctx.config) ?? new Map<string, Remembered>();
  memories.set(ctx.config, memory);
  const known = memory.get(clientId);
  if (known !== undefined && ctx.now() < known.untilMs) return known.found;
  const found = await findClientRow(ctx.db, clientId);
  if (memory.size >= MAX_REMEMBERED) memory.clear();
  memory.set(clientId, { found, untilMs: ctx.now() + LIFETIMES.keyCacheMs });
  return found;
}
