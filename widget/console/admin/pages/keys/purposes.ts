// The purposes of signing keys, in the order of the page.
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
