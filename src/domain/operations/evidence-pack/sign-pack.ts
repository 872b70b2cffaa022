// Signs an evidence pack over the SHA-256 of each of its files, with a receipt key (D-161, D-85).
import { SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import { encodeHex } from '../../../crypto/encoding.ts';
import { signingKey } from '../../platform/signing-keys/key-ring.ts';
import type { PackPeriod } from './pack-period.ts';

/**
 * The type of a signed pack. No other token of the service has this type, so a receipt cannot be
 * mistaken for a pack (RFC 8725 3.11).
 */
const PACK_TYPE = 'agate-pack+jwt';

export interface PackFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

interface SignedAbout {
  tenantId: string;
  jurisdiction: string;
  period: PackPeriod;
}

/**
 * @returns a compact JWS, the same for the same files and key: RS256 is deterministic, and the JWS
 *   contains no time
 */
export async function signPack(
  ctx: Context,
  { tenantId, jurisdiction, period }: SignedAbout,
  files: readonly PackFile[],
): Promise<string> {
  const hashed = await Promise.all(
    files.map(async ({ name, bytes }) => ({
      name,
      sha256: encodeHex(await crypto.subtle.digest('SHA-256', bytes)),
    })),
  );
  const { kid, key } = await signingKey(ctx, 'receipt');
  const statement = {
    iss: ctx.config.baseUrl,
    sub: tenantId,
    jurisdiction,
    from: period.from,
    to: period.to,
    files: hashed,
  };
  const header = { alg: 'RS256', typ: PACK_TYPE, kid };
  return new SignJWT(statement).setProtectedHeader(header).sign(key);
}
