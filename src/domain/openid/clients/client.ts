// Looks up relying parties, with a short-lived cache. register-client.ts registers them.
import { LIFETIMES } from '../../../config/config.ts';
import type { Context } from '../../../context.ts';
import { equalInConstantTime, sha256Hex } from '../../../crypto/hash.ts';
import { CLIENT_ID } from '../../../crypto/token-prefixes.ts';
import { Memory } from '../../terms/memory.ts';
import { findClientRow, type ClientRecord } from './store.ts';
import type { OAuthClient } from './oauth-client.ts';

type ClientContext = Pick<Context, 'config' | 'db' | 'now' | 'defer'>;

const SHAPE = new RegExp(`^${CLIENT_ID}[\\w-]{1,64}$`);
const memory = new Memory<ClientRecord | undefined>({
  name: 'clients',
  freshMs: LIFETIMES.keyCacheMs,
  most: 10_000,
});

/**
 * @returns the client as it was at most 30 s ago, even when it is suspended; undefined when it is
 *   unknown or deleted
 */
export async function findClient(
  ctx: ClientContext,
  clientId: string,
): Promise<OAuthClient | undefined> {
  return (await remember(ctx, clientId))?.client;
}

/**
 * Like findClient, for sign-ins and token requests: also returns undefined for a suspended client
 * (D-116).
 */
export async function findWorkingClient(
  ctx: ClientContext,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const client = await findClient(ctx, clientId);
  return client?.isSuspended === true ? undefined : client;
}

/**
 * Authenticates a client with its secret, or with either of two secrets during a rotation. For an
 * unknown client, the same comparison is made and the response is the same as for a wrong secret
 * (S-42). A suspended client authenticates like any other.
 * @returns undefined when the client is unknown, the secret is wrong, or the client must
 *   authenticate with a key
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
  const isProven = record !== undefined && (isCurrent || isPrevious);
  // A client that authenticates with a key can no longer use a secret, even if it has one (D-153).
  return isProven && record.client.provesByKey !== true ? record.client : undefined;
}

/** Forgets a client after a change: this isolate reads it again immediately, others within 30 s. */
export function forgetClient(ctx: Pick<Context, 'config'>, clientId: string): void {
  memory.forget(ctx, clientId);
}

async function remember(ctx: ClientContext, clientId: string): Promise<ClientRecord | undefined> {
  if (!SHAPE.test(clientId)) return undefined;
  return memory.read(ctx, clientId, async () => {
    const value = await findClientRow(ctx.db, clientId);
    // The absence of a client is cached as well, but must not outlive the cache lifetime, even
    // while D1 fails.
    return { value, ...(value === undefined && { endsMs: ctx.now() + LIFETIMES.keyCacheMs }) };
  });
}
