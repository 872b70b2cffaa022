// Use case: whose pages may show the page of a link in a frame.
import type { Context } from '../../context.ts';
import { parseToken } from '../../crypto/capability-token.ts';
import { sha256Hex } from '../../crypto/hash.ts';
import { INIT_TOKEN } from '../../crypto/token-prefixes.ts';

/** Changes nothing. @returns origins of the session's tenant; none for whatever is not a link of a session */
export async function readEmbedOrigins(ctx: Context, token: string): Promise<string[]> {
  const parsed = parseToken(token);
  if (parsed?.prefix !== INIT_TOKEN) return [];
  const stub = ctx.objects.session(parsed.objectId);
  return (await stub?.readEmbedOrigins(await sha256Hex(parsed.secret))) ?? [];
}
