// The columns of a passkey, the same for accounts and staff. Pure.
import { decodeBase64Url, encodeBase64Url } from '../../../crypto/encoding.ts';
import type { passkeys } from '../../../db/schema/passkeys.ts';
import type { NewPasskey, Passkey } from './passkey.ts';

type PasskeyColumns = Omit<typeof passkeys.$inferSelect, 'account_id'>;

export function toPasskey(row: PasskeyColumns): Passkey {
  return {
    id: row.id,
    credentialId: row.credential_id,
    publicKey: decodeBase64Url(row.public_key),
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    backedUp: row.backed_up,
    name: row.name,
    createdAtMs: row.created_at_ms,
    ...(row.last_used_at_ms !== null && { lastUsedAtMs: row.last_used_at_ms }),
  };
}

/** Returns the columns of a new passkey, except its owner. */
export const toPasskeyColumns = (
  passkey: NewPasskey,
): Omit<PasskeyColumns, 'id' | 'last_used_at_ms'> => ({
  credential_id: passkey.credentialId,
  public_key: encodeBase64Url(passkey.publicKey),
  counter: passkey.counter,
  transports: JSON.stringify(passkey.transports),
  backed_up: passkey.backedUp,
  name: passkey.name,
  created_at_ms: passkey.createdAtMs,
});
