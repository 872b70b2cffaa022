import type { Context as HonoContext } from 'hono';
import { networkOf } from '../network/client-network.ts';

/**
 * Returns the client's IP address as Cloudflare saw it; `local` when there is none (local
 * development).
 */
export function clientAddress(c: HonoContext): string {
  return c.req.header('CF-Connecting-IP') ?? 'local';
}

/** Returns the key for rate limits per address: the address, or its network (client-network.ts). */
export const clientNetwork = (c: HonoContext): string => networkOf(clientAddress(c));
