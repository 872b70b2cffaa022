// The rings of signing keys, in the order of the page.
import type { components } from '../../../api/schema.ts';

export type Purpose = components['schemas']['NextSigningKey']['purpose'];

export const PURPOSES = [
  'oidc',
  'admin',
  'dashboard',
  'audit',
  'receipt',
] as const satisfies readonly Purpose[];
