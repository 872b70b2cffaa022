// A passkey of an account or a staff member.
import type { Visitor } from '../../terms/visitor.ts';

export interface NewPasskey {
  /** The credential's id, base64url. */
  credentialId: string;
  /** The public key as COSE. */
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  /** Whether the provider syncs the passkey. */
  backedUp: boolean;
  name: string;
  createdAtMs: number;
}

export interface Passkey extends NewPasskey {
  id: number;
  lastUsedAtMs?: number;
}

export const MAX_PASSKEYS = 20;

/** The initial name of a passkey: the browser in which it was created. Its owner can rename it. */
export const defaultName = ({ device }: Pick<Visitor, 'device'>): string =>
  device === '' ? 'Passkey' : device;
