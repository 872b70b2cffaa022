// A customer's logo as sessions name it: by its hash, so that a session keeps 64 letters of it and browsers the picture.
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { sha256Hex } from '../../../crypto/hash.ts';
import { notFound } from '../../../errors.ts';
import { Memory } from '../../terms/memory.ts';
import { findLogo } from './store.ts';

interface Logo {
  /** As the `data:` URL has it, with a charset where it names one. */
  type: string;
  bytes: ArrayBuffer;
}

const memory = new Memory<Logo>({ name: 'logos', freshMs: LIFETIMES.keyCacheMs, most: 100 });

/**
 * The logo that a customer has now, if it is the one that is asked for. One that was changed or taken away is gone
 * everywhere within the lifetime of remembered keys; a session that names it shows the name's first letter instead.
 * @param hash SHA-256 of the `data:` URL, hex, as a session keeps it
 * @throws AppError NOT_FOUND, alike for an unknown customer, one that has ended, another logo, and none
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

/** As browsers read it: fetch knows the scheme, and asks nobody for it. */
async function decodeLogo(url: string): Promise<Logo | undefined> {
  if (!url.startsWith('data:image/')) return undefined;
  const picture = await fetch(url);
  const type = picture.headers.get('Content-Type');
  return type === null ? undefined : { type, bytes: await picture.arrayBuffer() };
}
