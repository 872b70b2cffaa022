// What an operator may do, by role: the table of rights. Each route of /admin/v1 requires one of them.

export const ROLES = ['superadmin', 'support', 'analyst'] as const;
export type Role = (typeof ROLES)[number];

export type Right =
  | 'accounts.read'
  | 'accounts.stats'
  | 'accounts.write'
  | 'accounts.delete'
  | 'analytics.read'
  | 'audit.read'
  | 'ages.read'
  | 'ages.revoke'
  | 'clients.read'
  | 'clients.manage'
  | 'tenants.read'
  | 'tenants.write'
  | 'health.read'
  | 'keys.rotate'
  | 'admins.manage';

/** Support helps people and never deletes them; analysts see figures and no names. */
export const RIGHTS: Record<Right, readonly Role[]> = {
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
  'health.read': ['superadmin', 'support', 'analyst'],
  'keys.rotate': ['superadmin'],
  'admins.manage': ['superadmin'],
};

/** @param role as stored; an unknown one has no rights */
export function mayDo(role: string, right: Right): boolean {
  return RIGHTS[right].some((allowed) => allowed === role);
}
