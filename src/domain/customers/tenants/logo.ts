// A customer's logo, which sessions refer to by its hash, so that a session stores only 64
// characters and browsers can cache the picture.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { notFound } from '../../../errors.ts';
import { Memory } from '../../terms/memory.ts';
import { findLogo } from './store.ts';

interface Logo {
  /** The media type of the `data:` URL, with its charset if it has one. */
  type: string;
  bytes: ArrayBuffer;
}

const memory = new Memory<Logo>({ name: 'logos', freshMs: LIFETIMES.keyCacheMs, most: 100 });

/**
 * Reads the customer's current logo, if it has the requested hash. Once a logo has been changed or
 * removed, the service stops serving it within LIFETIMES.keyCacheMs, and sessions that refer to it
 * show the first letter of the customer's name. Browsers that have cached it may still show it.
 * @param hash SHA-256 of the `data:` URL, hex, as a session stores it
 * @throws AppError NOT_FOUND for a customer that is unknown, has ended or has no logo, and for a
 *   hash that is not the current logo's
 */
export async function readLogo(ctx: Context, tenantId: string, hash: string): Promise<Logo> {
  const logo = await memory.read(ctx, `${tenantId}/${hash}`, async () => {
    const found = await findLogo(ctx.db, tenantId);
    if (typeof found !== 'string' || (await sha256Hex(found)) !== hash) return undefined;
    const value = await decodeLogo(found);
    return value && { value };
  });
  if (logo === undefined) throw notFound();
  return logo;
}

/**
 * Decodes the URL as browsers do: fetch supports `data:` URLs and makes no network request for
 * them.
 */
async function decodeLogo(url: string): Promise<Logo | undefined> {
  if (!url.startsWith('data:image/')) return undefined;
  const picture = await fetch(url);
  const type = picture.headers.get('Content-Type');
  return type === null ? undefined : { type, bytes: await picture.arrayBuffer() };
}
