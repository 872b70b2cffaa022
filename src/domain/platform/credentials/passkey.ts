// A passkey, whoever's it is: a person's with an account, or a member's of staff.
import type { Visitor } from '../../terms/visitor.ts';

export interface NewPasskey {
  /** base64url. */
  credentialId: string;
  /** COSE key. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  /** Synced by its provider. */
  backedUp: boolean;
  name: string;
  createdAtMs: number;
}

export interface Passkey extends NewPasskey {
  id: number;
  lastUsedAtMs?: number;
}

export const MAX_PASSKEYS = 20;

/** The browser it was made in, until its owner renames it. */
export const defaultName = ({ device }: Pick<Visitor, 'device'>): string =>
  device === '' ? 'Passkey' : device;
