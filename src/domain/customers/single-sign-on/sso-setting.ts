// How a group of staff signs in with an identity provider, as data. settings.ts changes it.
import type { OperatorRole } from '../admins/rights.ts';
import type { StaffScope } from '../staff/member.ts';
import { ROLES, type Role } from '../team/rights.ts';

/**
 * Roles that a provider may give. Only owners appoint owners: an administrator of the provider must
 * not become one by a claim.
 */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
/** A role that a provider may give. admins/rights.ts has the operators' roles. */
export type GivenRole = Exclude<Role, 'owner'> | Exclude<OperatorRole, 'superadmin'>;

/** The role in each group that manages its members, and that no provider can give. */
export const TOP_ROLES = { admin: 'superadmin', dashboard: 'owner' } as const;

interface MappedRole {
  /** A value of the claim. */
  value: string;
  role: GivenRole;
}

export interface SsoSetting {
  /** The group of staff that signs in with the provider. */
  scope: StaffScope;
  /** The issuer, as the provider writes it. */
  issuer: string;
  clientId: string;
  sealedSecret: string;
  /** The operators' mail domains; empty for a customer, which proves its own (sso-domain.ts). */
  domains: readonly string[];
  /** The role of people whom nobody invited; null: they are refused. */
  defaultRole: GivenRole | null;
  /** The claim whose values `roleMap` maps; null: none. */
  roleClaim: string | null;
  /** The first entry that matches counts. */
  roleMap: readonly MappedRole[];
  /**
   * Values of `amr` and `acr` that count as a second factor; empty: members show a second factor
   * here.
   */
  factorValues: readonly string[];
  /** Whether members of a customer's domains, or all operators, must sign in with the provider. */
  enforce: boolean;
  /** The row id of the owner or superadmin who may sign in without the provider. */
  breakGlassId: number | null;
  breakGlassUsedAtMs?: number;
}

/** The target of audit entries about the setting. */
export const targetOf = ({ tenantId }: StaffScope): { type: string; id: string } =>
  tenantId === undefined ? { type: 'sso', id: 'operators' } : { type: 'tenant', id: tenantId };
