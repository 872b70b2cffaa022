// A staff page that is opened by a link in an email. Its only field is for a new password, used
// either to reset a password or to join a team.
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { findPasswordFault } from '../../domain/terms/password-policy.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { NewPasswordPage, type NewPasswordTexts } from '../../http/pages/new-password-page.tsx';
import type { StaffGroup } from './group.ts';
import { linkPage, type LinkDone } from './link-page.tsx';

interface Values {
  token: string;
  password: string;
}

interface NewPasswordLink {
  path: string;
  name: string;
  summary: string;
  texts?: NewPasswordTexts;
  /**
   * Redeems the link.
   * @throws AppError VALIDATION_FAILED when the password is the person's email address or name
   */
  redeem: (c: HonoContext<AppEnv>, values: Values) => Promise<unknown>;
  done: LinkDone;
}

export const newPasswordLink = (group: StaffGroup, { texts, redeem, ...page }: NewPasswordLink) =>
  linkPage(group, {
    ...page,
    Form: z.object({
      token: z.string().max(200).default(''),
      new_password: z.string().default(''),
    }),
    show: (view) => <NewPasswordPage {...view} texts={texts} />,
    act: async (c, { token, new_password: password }, { serviceName }) => {
      const fault = await findPasswordFault(c.get('ctx'), password, [serviceName]);
      if (fault !== undefined) return `password.${fault}` as const;
      try {
        await redeem(c, { token, password });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
        // The password meets the general rules, so the fault is that it is the person's email
        // address or name.
        return 'password.guessable';
      }
    },
  });
