// Relying parties: what is known of one, and finding it with a short memory. Registering is register-client.ts.
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

/** @returns undefined for unknown and deleted clients, not for suspended ones; what is known is up to 30 s old */
export async function findClient(
  ctx: ClientContext,
  clientId: string,
): Promise<OAuthClient | undefined> {
  return (await remember(ctx, clientId))?.client;
}

/** As findClient, for who signs in or asks for tokens: also undefined while it is suspended (D-116). */
export async function findWorkingClient(
  ctx: ClientContext,
  clientId: string,
): Promise<OAuthClient | undefined> {
  const client = await findClient(ctx, clientId);
  return client?.isSuspended === true ? undefined : client;
}

/**
 * The client, when the secret is one of its own: during a rotation there are two. An unknown client costs the
 * same comparison and gets the same answer (S-42). A suspended one proves itself like any other.
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
  // Its secret, if it ever had one, counts no more (D-153).
  return isProven && record.client.provesByKey !== true ? record.client : undefined;
}

/** After a change: this isolate reads the client again at once, others within 30 s. */
export function forgetClient(ctx: Pick<Context, 'config'>, clientId: string): void {
  memory.forget(ctx, clientId);
}

async function remember(ctx: ClientContext, clientId: string): Promise<ClientRecord | undefined> {
  if (!SHAPE.test(clientId)) return undefined;
  return memory.read(ctx, clientId, async () => {
    const value = await findClientRow(ctx.db, clientId);
    // That there is none is remembered too, but never beyond its time.
    return { value, ...(value === undefined && { endsMs: ctx.now() + LIFETIMES.keyCacheMs }) };
  });
}
