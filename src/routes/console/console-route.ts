// The parts that the routes of both consoles share: access control, and the response to a sign-in.
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { StaffTokens } from '../../domain/customers/staff/sessions.ts';
import { setConsoleCookie } from '../../http/auth/console-cookie.ts';
import { setKnownDeviceCookie } from '../../http/auth/known-device-cookie.ts';
import { requireJsonObject } from '../../http/body.ts';
import { requireOwnScript } from '../../http/own-script.ts';
import type { StaffGroup } from '../staff/group.ts';

export const consoleRoute = ({ byAddress }: StaffGroup) => ({
  method: 'post' as const,
  tags: ['Consoles'],
  security: [] as { bearer: string[] }[],
  middleware: [byAddress, requireOwnScript, requireJsonObject],
});

/**
 * Returns the operationId: the name prefixed with `console` and the group, as in
 * `consoleDashboardLogin`.
 */
export const operationOf = ({ audience }: StaffGroup, name: string): string =>
  `console${audience === 'admin' ? 'Admin' : 'Dashboard'}${name}`;

/** The schema of a sign-in result. It omits the refresh token, which is in the cookie. */
export const signedInOf = (group: StaffGroup) =>
  z
    .object({
      access_token: z.string().openapi({ description: 'JWT, 15 minutes.' }),
      expires_in: z.int().openapi({ description: 'Seconds.', example: 900 }),
      user: group.User,
    })
    .openapi(group.audience === 'admin' ? 'AdminConsoleSession' : 'DashboardConsoleSession');

/** Sets the cookies after a sign-in or a refresh, and returns the response data. */
export function handOverToPage(c: HonoContext, group: StaffGroup, tokens: StaffTokens) {
  setConsoleCookie(c, group.audience, tokens.refreshToken);
  setKnownDeviceCookie(c, tokens.knownDevice);
  return {
    access_token: tokens.accessToken,
    expires_in: tokens.expiresInSeconds,
    user: group.present(tokens.member),
  };
}
