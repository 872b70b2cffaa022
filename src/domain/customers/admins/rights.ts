// The permission table for operators: what each role may do. Each route of /admin/v1 requires one
// of these permissions.
import { readRights } from '../staff/rights.ts';

export const ROLES = ['superadmin', 'support', 'analyst'] as const;
export type OperatorRole = (typeof ROLES)[number];

/** Roles that an identity provider may assign: only superadmins create superadmins (D-162). */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'superadmin');

/** Support helps people but never deletes accounts; analysts see figures but no names. */
const TABLE = {
  'accounts.read': ['superadmin', 'support'],
  'accounts.stats': ['superadmin', 'support', 'analyst'],
  'accounts.write': ['superadmin', 'support'],
  'accounts.delete': ['superadmin'],
  'analytics.read': ['superadmin', 'support', 'analyst'],
  'audit.read': ['superadmin', 'support'],
  'ages.read': ['superadmin', 'support'],
  'ages.revoke': ['superadmin'],
  'clients.read': ['superadmin', 'support'],
  'clients.manage': ['superadmin'],
  'tenants.read': ['superadmin', 'support'],
  'tenants.write': ['superadmin'],
  'wallets.read': ['superadmin', 'support'],
  'wallets.manage': ['superadmin'],
  'evidence.read': ['superadmin', 'support'],
  'evidence.manage': ['superadmin'],
  'health.read': ['superadmin', 'support', 'analyst'],
  'keys.rotate': ['superadmin'],
  'admins.manage': ['superadmin'],
  'sso.manage': ['superadmin'],
} satisfies Record<string, readonly OperatorRole[]>;

export type OperatorRight = keyof typeof TABLE;

/** The roles that have each permission. */
export const RIGHTS: Readonly<Record<OperatorRight, readonly OperatorRole[]>> = TABLE;

/** Whether a stored role has a permission; an unknown role has none. */
export const mayDo = readRights(RIGHTS);
