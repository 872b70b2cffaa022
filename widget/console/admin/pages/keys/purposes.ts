// The purposes of signing keys, in the order in which the page shows them.
import type { WireNextSigningKey } from '../../../api/wire.ts';

export type KeyPurpose = WireNextSigningKey['purpose'];

export const PURPOSES = [
  'oidc',
  'oidc_es256',
  'admin',
  'dashboard',
  'audit',
  'receipt',
] as const satisfies readonly KeyPurpose[];
