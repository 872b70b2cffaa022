// A credential of a customer's directory, without its secret, and the actor that uses it.
import type { TenantActor } from '../../platform/audit/record.ts';
import type { Role } from '../team/rights.ts';

/**
 * The roles that a token can give to members who are in no group. The owner role is excluded, so
 * that nobody becomes an owner by default.
 */
export const DEFAULT_ROLES = [
  'developer',
  'analyst',
  'reviewer',
] as const satisfies readonly Role[];
export type DefaultRole = (typeof DEFAULT_ROLES)[number];

export interface ScimToken {
  /** The token's id, `scim_…`. */
  id: string;
  tenantId: string;
  lastFour: string;
  /** The role of members who receive no role from a group. */
  defaultRole: DefaultRole;
  createdAtMs: number;
  expiresAtMs: number;
  lastUsedAtMs?: number;
}

/** A directory that has authenticated: it reads and changes only its own customer's members. */
export interface Provisioner {
  by: TenantActor;
  tokenId: string;
  defaultRole: DefaultRole;
}
