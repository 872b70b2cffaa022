// The page that a staff member's password-reset link opens, with one field for the new password.
import type { Context } from '../../context.ts';
import { resetStaffPassword } from '../../domain/customers/staff-authentication/reset-password.ts';
import { callerOf } from '../../http/auth/staff.ts';
import type { StaffGroup } from './group.ts';
import { newPasswordLink } from './new-password-link.tsx';

/** The path under the group's prefix. */
export const RESET_PAGE_PATH = '/auth/reset-page';

/** Returns a function that builds the URL of the group's reset link from the link's token. */
export const resetUrlOf =
  ({ config }: Context, { audience }: StaffGroup) =>
  (token: string): string =>
    `${config.baseUrl}/${audience}/v1${RESET_PAGE_PATH}?token=${token}`;

/** Creates the routes of the page. Mount them at RESET_PAGE_PATH. */
export const resetPageOf = (group: StaffGroup) =>
  newPasswordLink(group, {
    path: RESET_PAGE_PATH,
    name: 'ResetPage',
    summary: 'set a new password',
    redeem: (c, values) => resetStaffPassword(c.get('ctx'), group.audience, values, callerOf(c)),
    done: ['notice.password_changed', 'reset.done'],
  });
