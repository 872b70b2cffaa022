// The differences between the staff groups, whose sign-in routes are otherwise the same. admin/ and
// dashboard/ define the groups.
import { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { StaffAudience, StaffMember } from '../../domain/customers/staff/member.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requireOwnFactor } from '../../http/auth/staff.ts';
import { requireJsonObject } from '../../http/body.ts';
import { type RowIdParam, text } from '../../http/fields.ts';

/** A member of staff as the API returns it; only customers' staff have the last two fields. */
interface StaffUser {
  /** A row id for operators, `mem_…` for customers' staff. */
  id: number | string;
  email: string;
  name: string;
  role: string;
  active: boolean;
  two_factor_enabled: boolean;
  created_at: string;
  last_login_at?: string | undefined;
  email_verified?: boolean;
  tenant_id?: string;
}

export interface StaffGroup {
  /**
   * The name of the group; it is also the prefix of the group's operationIds and paths:
   * `/<audience>/v1`.
   */
  audience: StaffAudience;
  tag: string;
  byAddress: MiddlewareHandler<AppEnv>;
  signedIn: MiddlewareHandler<AppEnv>[];
  /** Like signedIn, but a removed member gets 404 (spec 4.3, `me`). */
  signedInAndKnown: MiddlewareHandler<AppEnv>[];
  User: z.ZodType<StaffUser>;
  Tokens: ReturnType<typeof tokensOf>;
  Login: z.ZodType<z.infer<typeof Login> & { tenant_id?: string | undefined }>;
  /**
   * The id of a passkey in a path: a malformed id gets 400 for operators and 404 for customers'
   * staff.
   */
  PasskeyId: typeof RowIdParam;
  present: (member: StaffMember) => StaffUser;
}

/** The body of a sign-in with a password, for every group. */
export const Login = z.strictObject({
  email: text('email', 320),
  password: text('password', 1024),
});

/**
 * @param name the name of the component, such as `AdminTokens`
 * @param prefix the prefix of the refresh token
 */
export const tokensOf = (
  name: string,
  User: z.ZodType<StaffUser>,
  { prefix, life }: { prefix: string; life: string },
) =>
  z
    .object({
      access_token: z.string().openapi({ description: 'JWT, 15 minutes.' }),
      refresh_token: z.string().openapi({ description: `\`${prefix}…\`, single use, ${life}.` }),
      token_type: z.literal('Bearer'),
      expires_in: z.int().openapi({ description: 'Seconds.', example: 900 }),
      user: User,
    })
    .openapi(name);

/** The base of all routes without authentication. */
export const openRoute = ({ tag, byAddress }: StaffGroup) => ({
  tags: [tag],
  security: [] as { bearer: string[] }[],
  middleware: [byAddress],
});

export const signedInRoute = ({ tag, signedIn }: StaffGroup) => ({
  tags: [tag],
  security: [{ bearer: [] as string[] }],
  middleware: signedIn,
});

/**
 * The base of routes that change how a member signs in: a member with a second factor must have
 * used it.
 */
export const ownChangeRoute = (group: StaffGroup) => ({
  ...signedInRoute(group),
  middleware: [...group.signedIn, requireOwnFactor],
});

/** Like ownChangeRoute, with a JSON body. */
export const ownChangeWithBodyRoute = (group: StaffGroup) => ({
  ...signedInRoute(group),
  middleware: [...group.signedIn, requireOwnFactor, requireJsonObject],
});
