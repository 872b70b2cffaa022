// How a customer's staff signs in with the customer's own identity provider, as plain data.
// settings.ts changes it.
import { ROLES, type Role } from '../team/rights.ts';

/**
 * Roles that a provider may give. Only owners make owners: whoever runs the provider must not
 * become one by a claim.
 */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
export type GivenRole = Exclude<Role, 'owner'>;

interface MappedRole {
  /** A value of the claim. */
  value: string;
  role: GivenRole;
}

export interface SsoSetting {
  tenantId: string;
  /** As the provider writes it. */
  issuer: string;
  clientId: string;
  sealedSecret: string;
  /** The role of people whom nobody invited; null: they are refused. */
  defaultRole: GivenRole | null;
  /** The claim whose values `roleMap` maps; null: none. */
  roleClaim: string | null;
  /** The first entry that matches counts. */
  roleMap: readonly MappedRole[];
  /** Values of `amr` and `acr` that count as a second factor; empty: we ask for ours. */
  factorValues: readonly string[];
  /** Members of its domains can sign in only this way. */
  enforce: boolean;
  /** The owner who may sign in otherwise, as a row id. */
  breakGlassId: number | null;
  breakGlassUsedAtMs?: number;
}
