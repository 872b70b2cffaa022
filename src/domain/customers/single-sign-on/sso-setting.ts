// How a customer's staff signs in with the customer's own identity provider, as data. Changing it: settings.ts.
import { ROLES, type Role } from '../team/rights.ts';

/** Roles that a provider may give. Owners are made by owners: whoever runs the provider must not become one by a claim. */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
export type GivenRole = Exclude<Role, 'owner'>;

interface MappedRole {
  /** Of the claim. */
  value: string;
  role: GivenRole;
}

export interface SsoSetting {
  tenantId: string;
  /** As the provider writes it. */
  issuer: string;
  clientId: string;
  sealedSecret: string;
  /** Of people whom nobody invited; null: they are not let in. */
  defaultRole: GivenRole | null;
  /** The claim whose values `roleMap` names; null: none is read. */
  roleClaim: string | null;
  /** Of several values that fit, the first counts. */
  roleMap: readonly MappedRole[];
  /** Values of `amr` and `acr` that count as a second factor; none: ours is asked. */
  factorValues: readonly string[];
  /** Members of its domains sign in this way only. */
  enforce: boolean;
  /** The owner who may do without, as a row id. */
  breakGlassId: number | null;
  breakGlassUsedAtMs?: number;
}
