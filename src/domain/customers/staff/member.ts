// A member of staff as the rest of the service sees them, without password or authenticator secret.

export type StaffAudience = 'admin' | 'dashboard';

/**
 * `invited`: the customer's directory has created the member, who has not joined yet (D-160). A
 * removed member has no row.
 */
export const MEMBER_STATES = ['invited', 'active', 'suspended'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export interface StaffMember {
  id: number;
  audience: StaffAudience;
  /** The customer; absent for operators. */
  tenantId?: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /**
   * One of the languages that the pages are translated into; absent until a sign-in has sent one.
   */
  locale?: string;
  role: string;
  state: MemberState;
  /** The member's id in the customer's directory. */
  externalId?: string;
  givenName?: string;
  familyName?: string;
  twoFactorEnabled: boolean;
  createdAtMs: number;
  lastLoginAtMs?: number;
  deactivatedAtMs?: number;
}

/**
 * Whether the address is known to be the member's. Operators' addresses are trusted, since other
 * operators entered them; customers' staff must confirm their own (D-79).
 */
export const ownsAddress = ({
  audience,
  emailVerified,
}: Pick<StaffMember, 'audience' | 'emailVerified'>): boolean =>
  audience === 'admin' || emailVerified;

/**
 * A group of staff: the operators, or one customer's staff. Functions that take a scope find and
 * change only its members.
 */
export interface StaffScope {
  audience: StaffAudience;
  tenantId?: string;
}

/** The client that sent a request, for lists of sessions, rate limits and the audit log. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The language that the browser requests, if the pages support it. */
  language?: string | undefined;
  /** The browser's known-device cookie (domain/terms/known-device.ts). */
  knownDevice?: string | undefined;
}
