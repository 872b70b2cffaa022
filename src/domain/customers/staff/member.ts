// What the rest of the service may know about a member of staff: no password, no secret of an authenticator.

export type StaffAudience = 'admin' | 'dashboard';

/** `invited`: made by the customer's directory, and not here yet (D-160). Whoever is removed has no row. */
export const MEMBER_STATES = ['invited', 'active', 'suspended'] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

export interface StaffMember {
  id: number;
  audience: StaffAudience;
  /** Whose staff; absent for operators. */
  tenantId?: string;
  email: string;
  emailVerified: boolean;
  name: string;
  /** One of the pages' languages; absent until a sign-in named one. */
  locale?: string;
  role: string;
  state: MemberState;
  /** What the customer's directory says of them. */
  externalId?: string;
  givenName?: string;
  familyName?: string;
  twoFactorEnabled: boolean;
  createdAtMs: number;
  lastLoginAtMs?: number;
  deactivatedAtMs?: number;
}

/** Operators get their address from operators; customers' staff have to prove theirs (D-79). */
export const ownsAddress = ({
  audience,
  emailVerified,
}: Pick<StaffMember, 'audience' | 'emailVerified'>): boolean =>
  audience === 'admin' || emailVerified;

/** Whose staff: the operators', or one customer's. Nothing is found or changed outside of it. */
export interface StaffScope {
  audience: StaffAudience;
  tenantId?: string;
}

/** Who is at the other end of a request: for lists a person reads, for limits and for the audit. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The language that the browser asks for, if it is one of the pages'. */
  language?: string | undefined;
  /** The browser's cookie of a known device (domain/terms/known-device.ts). */
  knownDevice?: string | undefined;
}
