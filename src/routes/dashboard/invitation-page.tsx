// Where the link of an invitation leads: a page that asks for a password.
import { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import { findPasswordFault } from '../../domain/accounts/password-policy.ts';
import { acceptInvitation } from '../../domain/team/invitations.ts';
import { AppError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { FaultSummary, Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import type { TextKey } from '../../http/pages/texts.ts';
import { linkPage, type LinkView } from '../staff/link-page.tsx';
import { DASHBOARD } from './staff-group.ts';

/** Below /dashboard/v1; domain/team/invitations.ts puts it into mails. */
export const INVITATION_PAGE_PATH = '/auth/invitation-page';

export const invitationPage = linkPage(DASHBOARD, {
  path: INVITATION_PAGE_PATH,
  name: 'InvitationPage',
  summary: 'join a team',
  Form: z.object({
    token: z.string().max(200).default(''),
    new_password: z.string().default(''),
  }),
  show: (view) => <InvitationPage {...view} />,
  act: (c, { token, new_password: password }, { serviceName }) =>
    findFault(c, { token, password }, serviceName),
  done: ['invitation.title', 'invitation.done'],
});

/** Lets the person in. @returns what is wrong with the password */
async function findFault(
  c: HonoContext<AppEnv>,
  wish: { token: string; password: string },
  serviceName: string,
): Promise<TextKey | undefined> {
  const fault = await findPasswordFault(wish.password, [serviceName]);
  if (fault !== undefined) return `password.${fault}`;
  try {
    await acceptInvitation(c.get('ctx'), wish, callerOf(c));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION_FAILED') throw error;
    // The general rules are kept: it is the person's mail or name.
    return 'password.guessable';
  }
}

function InvitationPage({ visit, action, token, fault }: LinkView) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('invitation.title')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t('invitation.title')}</h1>
          <p class="lead">{t('invitation.text')}</p>
        </div>
        <FaultSummary faults={fault === undefined ? [] : [['new_password', fault]]} />
        <Form action={action} hidden={{ token }}>
          <Field
            name="new_password"
            label={t('field.new_password')}
            type="password"
            autocomplete="new-password"
            hint={t('password.rule')}
            error={fault}
          />
          <Submit>{t('invitation.action')}</Submit>
        </Form>
      </Card>
    </Document>
  );
}
