// The setting that defines how a staff group signs in with an identity provider. settings.ts
// changes it.
import type { OperatorRole } from '../admins/rights.ts';
import type { StaffScope } from '../staff/member.ts';
import { ROLES, type Role } from '../team/rights.ts';

/**
 * Roles that a customer's provider may assign. Only owners appoint owners: an administrator of the
 * provider must not become an owner through a claim.
 */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
/** A role that a provider may assign. admins/rights.ts defines the operators' roles. */
export type GivenRole = Exclude<Role, 'owner'> | Exclude<OperatorRole, 'superadmin'>;

/**
 * The role in each staff group that manages the group's members and that no provider can assign.
 */
export const TOP_ROLES = { admin: 'superadmin', dashboard: 'owner' } as const;

interface MappedRole {
  /** A value of the claim that `roleClaim` names. */
  value: string;
  role: GivenRole;
}

export interface SsoSetting {
  /** The staff group that signs in with the provider. */
  scope: StaffScope;
  /** The issuer, as the provider writes it. */
  issuer: string;
  clientId: string;
  sealedSecret: string;
  /** The operators' email domains; empty for a customer, which proves its own (sso-domain.ts). */
  domains: readonly string[];
  /** The role given to people who sign in without having been invited; null to refuse them. */
  defaultRole: GivenRole | null;
  /** The claim whose values `roleMap` maps; null for none. */
  roleClaim: string | null;
  /** Maps values of the role claim to roles. The first matching entry is used. */
  roleMap: readonly MappedRole[];
  /**
   * Values of `amr` and `acr` that count as a second factor; if empty, members provide a second
   * factor to this service.
   */
  factorValues: readonly string[];
  /**
   * Whether members with an address in the customer's domains, or all operators, must sign in with
   * the provider.
   */
  enforce: boolean;
  /** The row id of the owner or superadmin who may sign in without the provider. */
  breakGlassId: number | null;
  breakGlassUsedAtMs?: number;
}

/** Returns the target of audit entries about the setting. */
export const targetOf = ({ tenantId }: StaffScope): { type: string; id: string } =>
  tenantId === undefined ? { type: 'sso', id: 'operators' } : { type: 'tenant', id: tenantId };
