// How a group of staff signs in with an identity provider, as data. Changing it: settings.ts.
import type { OperatorRole } from '../admins/rights.ts';
import type { StaffScope } from '../staff/member.ts';
import { ROLES, type Role } from '../team/rights.ts';

/**
 * Roles that a provider may give. Only owners make owners: whoever runs the provider must not
 * become one by a claim.
 */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'owner');
/** Those of operators are in admins/rights.ts. */
export type GivenRole = Exclude<Role, 'owner'> | Exclude<OperatorRole, 'superadmin'>;

/** The role of each group that decides who is in, and that no provider gives. */
export const TOP_ROLES = { admin: 'superadmin', dashboard: 'owner' } as const;

interface MappedRole {
  /** A value of the claim. */
  value: string;
  role: GivenRole;
}

export interface SsoSetting {
  /** Whom it lets in. */
  scope: StaffScope;
  /** As the provider writes it. */
  issuer: string;
  clientId: string;
  sealedSecret: string;
  /** Operators' mail domains, which they name; customers prove theirs (sso-domain.ts), and it is empty. */
  domains: readonly string[];
  /** The role of people whom nobody invited; null: they are refused. */
  defaultRole: GivenRole | null;
  /** The claim whose values `roleMap` maps; null: none. */
  roleClaim: string | null;
  /** The first entry that matches counts. */
  roleMap: readonly MappedRole[];
  /** Values of `amr` and `acr` that count as a second factor; empty: we ask for ours. */
  factorValues: readonly string[];
  /** Members of a customer's domains sign in this way only; of operators, all. */
  enforce: boolean;
  /** The owner or superadmin who may do without, as a row id. */
  breakGlassId: number | null;
  breakGlassUsedAtMs?: number;
}

/** What an entry of the audit about it is on. */
export const targetOf = ({ tenantId }: StaffScope): { type: string; id: string } =>
  tenantId === undefined ? { type: 'sso', id: 'operators' } : { type: 'tenant', id: tenantId };
