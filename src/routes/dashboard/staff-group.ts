// The sign-in configuration for customers' staff, and the response schema of a staff member.
import { z } from '@hono/zod-openapi';
import { MEMBER_STATES, type StaffMember } from '../../domain/customers/staff/member.ts';
import { formatMemberId } from '../../domain/customers/team/member-id.ts';
import { byAddress, signedIn, signedInAndKnown } from '../../http/auth/dashboard.ts';
import { givenName, text } from '../../http/fields.ts';
import { toTimestamp } from '../../time/timestamp.ts';
import { Login, tokensOf, type StaffGroup } from '../staff/group.ts';
import { newPassword } from '../staff/new-password.ts';
import { chosenResidency } from '../staff/residency-fields.ts';

export const DashboardUser = z
  .object({
    id: z.string().openapi({ example: 'mem_7' }),
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    role: z.string().openapi({ example: 'developer' }),
    tenant_id: z.string().openapi({ example: 'ten_…' }),
    active: z.boolean(),
    state: z.enum(MEMBER_STATES).openapi({
      description: '`invited`: created by the directory (SCIM) and not signed in yet.',
    }),
    two_factor_enabled: z.boolean(),
    created_at: z.string(),
    last_login_at: z.string().optional(),
  })
  .openapi('DashboardUser');

/** The request body of a sign-up. */
export const SignUp = z.strictObject({
  company: givenName('company').openapi({
    description: 'Shown to visitors.',
    example: 'Vineyard',
  }),
  residency: chosenResidency,
  name: givenName('name'),
  email: text('email', 320),
  password: newPassword('password'),
});

export function presentMember(member: StaffMember) {
  return {
    id: formatMemberId(member.id),
    email: member.email,
    email_verified: member.emailVerified,
    name: member.name,
    role: member.role,
    tenant_id: member.tenantId ?? '',
    active: member.deactivatedAtMs === undefined,
    state: member.state,
    two_factor_enabled: member.twoFactorEnabled,
    created_at: toTimestamp(member.createdAtMs),
    ...(member.lastLoginAtMs !== undefined && { last_login_at: toTimestamp(member.lastLoginAtMs) }),
  };
}

/** An id that no member has, because ids start at 1. */
const NO_MEMBER_ID = 0;

export const DASHBOARD: StaffGroup = {
  audience: 'dashboard',
  tag: 'Dashboard sign-in',
  byAddress,
  signedIn,
  signedInAndKnown,
  User: DashboardUser,
  Login: Login.extend({
    tenant_id: text('tenant_id', 40).optional().openapi({
      description:
        'Required until the email address is confirmed: `user.tenant_id` of the registration.',
    }),
  }),
  Tokens: tokensOf('DashboardTokens', DashboardUser, { prefix: 'xdrt_', life: 'within 30 days' }),
  PasskeyId: z.object({
    id: z
      .string()
      .transform((id) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : NO_MEMBER_ID))
      .openapi({ type: 'integer', minimum: 1, example: 7 }),
  }),
  present: presentMember,
};
