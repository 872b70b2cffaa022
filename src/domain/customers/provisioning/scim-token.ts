// A credential of a customer's directory, without its secret; and who acts by one.
import type { TenantActor } from '../../platform/audit/record.ts';
import type { Role } from '../team/rights.ts';

/** Directories make nobody an owner by leaving them in no group. */
export const DEFAULT_ROLES = [
  'developer',
  'analyst',
  'reviewer',
] as const satisfies readonly Role[];
export type DefaultRole = (typeof DEFAULT_ROLES)[number];

export interface ScimToken {
  /** `scim_…` */
  id: string;
  tenantId: string;
  lastFour: string;
  /** Of members that no group gives another role. */
  defaultRole: DefaultRole;
  createdAtMs: number;
  expiresAtMs: number;
  lastUsedAtMs?: number;
}

/** A directory at work: everything that it reads or changes is its customer's. */
export interface Provisioner {
  by: TenantActor;
  tokenId: string;
  defaultRole: DefaultRole;
}
