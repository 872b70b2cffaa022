// What a customer's staff may do, by role: the table of rights. Each route of /dashboard/v1 requires one of them.

export const ROLES = ['owner', 'developer', 'analyst', 'reviewer'] as const;
export type Role = (typeof ROLES)[number];

export type Right =
  | 'team.read'
  | 'team.manage'
  | 'keys.read'
  | 'keys.write'
  | 'clients.read'
  | 'clients.write'
  | 'webhooks.read'
  | 'webhooks.write'
  | 'requests.read'
  | 'sessions.read'
  | 'sessions.export'
  | 'sessions.try'
  | 'sessions.write'
  | 'reviews.decide'
  | 'faces.read'
  | 'faces.erase'
  | 'blocked_faces.read'
  | 'blocked_faces.write'
  | 'analytics.read'
  | 'settings.read'
  | 'settings.write'
  | 'usage.read'
  | 'audit.read';

/**
 * Owners decide who is in and what it costs; developers connect; analysts see figures; reviewers see single
 * verifications, decide those that wait for a human, and see nothing else.
 */
export const RIGHTS: Record<Right, readonly Role[]> = {
  'team.read': ['owner', 'developer'],
  'team.manage': ['owner'],
  'keys.read': ['owner', 'developer'],
  'keys.write': ['owner', 'developer'],
  'clients.read': ['owner', 'developer'],
  'clients.write': ['owner', 'developer'],
  'webhooks.read': ['owner', 'developer'],
  'webhooks.write': ['owner', 'developer'],
  'requests.read': ['owner', 'developer'],
  'sessions.read': ['owner', 'developer', 'analyst', 'reviewer'],
  'sessions.export': ['owner', 'analyst'],
  'sessions.try': ['owner', 'developer'],
  'sessions.write': ['owner', 'developer'],
  'reviews.decide': ['owner', 'reviewer'],
  'faces.read': ['owner', 'developer', 'reviewer'],
  'faces.erase': ['owner', 'developer'],
  'blocked_faces.read': ['owner', 'developer', 'reviewer'],
  'blocked_faces.write': ['owner', 'developer'],
  'analytics.read': ['owner', 'developer', 'analyst'],
  'settings.read': ['owner', 'developer'],
  'settings.write': ['owner'],
  'usage.read': ['owner', 'analyst'],
  'audit.read': ['owner', 'developer'],
};

/** What waits until the member's email address is confirmed: it would act in the name of whoever owns it (D-64). */
const AFTER_CONFIRMATION: readonly Right[] = ['clients.write', 'webhooks.write'];

export const needsConfirmedAddress = (right: Right): boolean => AFTER_CONFIRMATION.includes(right);

/** @param role as stored; an unknown one has no rights */
export function mayDo(role: string, right: Right): boolean {
  return RIGHTS[right].some((allowed) => allowed === role);
}
