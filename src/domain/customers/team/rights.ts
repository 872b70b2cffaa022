// What a customer's staff may do, by role: the permission table. Each route of /dashboard/v1
// requires one of these permissions.
import { readRights } from '../staff/rights.ts';

export const ROLES = ['owner', 'developer', 'analyst', 'reviewer'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Owners manage the team, the settings and single sign-on; developers integrate; analysts see
 * figures; reviewers see only individual verifications and faces, and decide the verifications that
 * are waiting for a human.
 */
const TABLE = {
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
  'sso.manage': ['owner'],
  'usage.read': ['owner', 'analyst'],
  'audit.read': ['owner', 'developer'],
} satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof TABLE;

/** The roles that have each permission. */
export const RIGHTS: Readonly<Record<Right, readonly Role[]>> = TABLE;

/**
 * Permissions that are withheld until the member's email address is confirmed, because actions that
 * need them would appear to come from the owner of the address (D-64).
 */
const AFTER_CONFIRMATION: readonly Right[] = ['clients.write', 'webhooks.write', 'sso.manage'];

export const needsConfirmedAddress = (right: Right): boolean => AFTER_CONFIRMATION.includes(right);

/** Whether a role, as stored, has a permission; an unknown role has none. */
export const mayDo = readRights(RIGHTS);
