// Where the link of a reset mail of staff leads: a page with one field.
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { findPasswordFault } from '../../domain/accounts/password-policy.ts';
import { resetStaffPassword } from '../../domain/staff/password.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { NewPasswordPage } from '../../http/pages/new-password-page.tsx';
import type { TextKey } from '../../http/pages/texts.ts';
import type { StaffGroup } from './group.ts';
import { linkPage } from './link-page.tsx';

/** Below the group's prefix. */
export const RESET_PAGE_PATH = '/auth/reset-page';

/** To be mounted at RESET_PAGE_PATH. */
export const resetPageOf = (group: StaffGroup) =>
  linkPage(group, {
    path: RESET_PAGE_PATH,
    name: 'ResetPage',
    summary: 'set a new password',
    Form: z.object({
      token: z.string().max(200).default(''),
      new_password: z.string().default(''),
    }),
    show: (view) => <NewPasswordPage {...view} />,
    act: (c, { token, new_password: password }, { serviceName }) =>
      findFault(c, group, { token, password }, serviceName),
    done: ['notice.password_changed', 'reset.done'],
  });

/** Sets the password. @returns what is wrong with it */
async function findFault(
  c: HonoContext<AppEnv>,
  { audience }: StaffGroup,
  wish: { token: string; password: string },
  serviceName: string,
): Promise<TextKey | undefined> {
  const fault = await findPasswordFault(wish.password, [serviceName]);
  if (fault !== undefined) return `password.${fault}`;
  try {
    await resetStaffPassword(c.get('ctx'), audience, wish, callerOf(c));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
    // The general rules are kept: it is the owner's mail or name.
    return 'password.guessable';
  }
}
