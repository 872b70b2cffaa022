// Reads the public keys of a relying party: those that it registered, or those at its `jwks_uri`,
// which are cached briefly. The URL is checked like every other URL of a customer (S-28).
import type { Context } from '../../../context.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';
import { Memory } from '../../terms/memory.ts';
import { usableKeys, type ClientKey } from './client-keys.ts';
import type { OAuthClient } from './oauth-client.ts';

type KeyContext = Pick<Context, 'config' | 'now'>;

interface ReadKeys {
  /** The keys of the set; undefined when the URL did not return a usable key set. */
  keys: ClientKey[] | undefined;
  readAtMs: number;
}

const FRESH_MS = 5 * 60_000;
/**
 * The minimum age of a cached key set before it is fetched again because of an unknown `kid`. The
 * site may have changed its keys, but a made-up `kid` must not cause a fetch every time.
 */
const AGAIN_MS = 60_000;
/** The delay after a failure before the URL is fetched again. */
const FAILED_MS = 30_000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 64 * 1024;

const memory = new Memory<ReadKeys>({ name: 'client_keys', freshMs: FRESH_MS, most: 1000 });

/**
 * Reads the keys of a client. A cached set that lacks the requested key is fetched again, at most
 * once a minute.
 * @param kid the id of the requested key; undefined for any
 * @returns undefined when the client has no keys, or its URL did not return a usable key set
 */
export async function readClientKeys(
  ctx: KeyContext,
  { jwks, jwksUri }: Pick<OAuthClient, 'jwks' | 'jwksUri'>,
  kid: string | undefined,
): Promise<readonly ClientKey[] | undefined> {
  if (jwks !== undefined) return jwks.keys;
  if (jwksUri === undefined || !isReceiverUrl(jwksUri, ctx.config)) return undefined;
  const known = await remember(ctx, jwksUri);
  const isKnown = kid === undefined || known?.keys?.some((key) => key.kid === kid) === true;
  if (isKnown || known?.keys === undefined || ctx.now() - known.readAtMs < AGAIN_MS)
    return known?.keys;
  memory.forget(ctx, jwksUri);
  // If the URL fails now, the last key set that it returned is used.
  return (await remember(ctx, jwksUri))?.keys ?? known.keys;
}

const remember = (ctx: KeyContext, address: string): Promise<ReadKeys | undefined> =>
  memory.read(ctx, address, async () => {
    const keys = await fetchKeys(address);
    const readAtMs = ctx.now();
    if (keys !== undefined) return { value: { keys, readAtMs } };
    if (memory.knows(ctx, address)) throw new Error('The URL has no key set.');
    return { value: { keys, readAtMs }, endsMs: readAtMs + FAILED_MS };
  });

async function fetchKeys(address: string): Promise<ClientKey[] | undefined> {
  try {
    const response = await fetch(address, {
      headers: { Accept: 'application/jwk-set+json, application/json' },
      // A redirect could lead to a URL that isReceiverUrl refuses.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return undefined;
    }
    const text = await readText(response);
    const keys = text === undefined ? [] : usableKeys(JSON.parse(text));
    return keys.length === 0 ? undefined : keys;
  } catch {
    // The connection failed or timed out, or the body is not JSON. In each case the site has to fix
    // the problem.
    return undefined;
  }
}

/** @returns undefined when the body is larger than MAX_BYTES, which no key set needs */
async function readText(response: Response): Promise<string | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) return undefined;
    parts.push(part);
  }
  return new Blob(parts).text();
}
