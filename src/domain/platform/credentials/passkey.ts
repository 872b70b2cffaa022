// A passkey of an account or of a member of staff.
import type { Visitor } from '../../terms/visitor.ts';

export interface NewPasskey {
  /** base64url. */
  credentialId: string;
  /** COSE key. */
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

/** The name of the browser in which the passkey was created, until its owner renames it. */
export const defaultName = ({ device }: Pick<Visitor, 'device'>): string =>
  device === '' ? 'Passkey' : device;
