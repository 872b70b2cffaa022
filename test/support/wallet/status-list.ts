// An issuer's status list, created with the third-party libraries @sd-jwt/jwt-status-list and
// jose.
import { StatusList } from '@sd-jwt/jwt-status-list';
import { SignJWT } from 'jose';
import { type Certified, derOf } from './pki.ts';

interface ListOrder {
  uri: string;
  /** The status of each credential; 0 means valid. */
  statuses: readonly number[];
  /** When the list was issued, in seconds since the epoch. */
  iat: number;
  /**
   * Claims that are added to the usual payload or replace claims in it; undefined removes a claim.
   */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** The key to sign with instead of the signer's own. */
  key?: CryptoKey;
}

export const compressed = (statuses: readonly number[]): string =>
  new StatusList([...statuses], 1).compressStatusList();

/** @returns a JWT that is valid for about an hour */
export async function signStatusList(signer: Certified, order: ListOrder): Promise<string> {
  const { uri, statuses, iat, claims, header, key } = order;
  const payload = {
    sub: uri,
    iat,
    exp: iat + 3660,
    ttl: 600,
    status_list: { bits: 1, lst: compressed(statuses) },
    ...claims,
  };
  const present = Object.fromEntries(
    Object.entries(payload).filter(([, one]) => one !== undefined),
  );
  return new SignJWT(present)
    .setProtectedHeader({
      alg: 'ES256',
      typ: 'statuslist+jwt',
      x5c: [Buffer.from(derOf(signer)).toString('base64')],
      ...header,
    })
    .sign(key ?? signer.key.privateKey);
}
