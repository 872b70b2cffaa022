// The page that a confirmation link opens. It asks for the password of the sign-up, because its reader may be somebody else,
// and sends whoever did not sign up a link for a new one (D-64).
import { z } from '@hono/zod-openapi';
import { disownSignUp, verifyStaffEmail } from '../../domain/staff-authentication/verify-email.ts';
import { AppError } from '../../errors.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { ConfirmPage } from '../../http/pages/confirm-page.tsx';
import { Document } from '../../http/pages/parts/document.tsx';
import { Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/viewer.ts';
import { linkPage, type LinkView } from '../staff/link-page.tsx';
import { resetUrlOf } from '../staff/reset-page.ts';
import { DASHBOARD } from './staff-group.ts';

/** Below /dashboard/v1. */
export const VERIFY_PAGE_PATH = '/auth/verify-page';

export const verifyPage = linkPage(DASHBOARD, {
  path: VERIFY_PAGE_PATH,
  name: 'VerifyPage',
  summary: 'prove the mail address',
  Form: z.object({
    token: z.string().max(200).default(''),
    password: z.string().max(1024).default(''),
    /** The button of whoever did not sign up. */
    not_me: z.literal('yes').optional(),
  }),
  show: (view) => <VerifyPage {...view} />,
  act: async (c, { token, password, not_me: notMe }, viewer) => {
    const ctx = c.get('ctx');
    if (notMe !== undefined) {
      const email = await disownSignUp(ctx, token, callerOf(c), resetUrlOf(ctx, DASHBOARD));
      return { page: <ResetSentPage viewer={viewer} email={email} /> };
    }
    try {
      await verifyStaffEmail(ctx, { token, password }, callerOf(c));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INVALID_CREDENTIALS') throw error;
      return 'confirm.password_wrong';
    }
    return undefined;
  },
  done: ['security.email_confirmed', 'confirm.done_text'],
});

function VerifyPage(view: LinkView) {
  const { action, token } = view;
  const { t } = view.viewer;
  return (
    <ConfirmPage {...view} lead={t('confirm.owner_text')} asksPassword>
      <p class="small">{t('confirm.not_me_text')}</p>
      <Form action={action} hidden={{ token, not_me: 'yes' }}>
        <Submit look="soft">{t('confirm.not_me')}</Submit>
      </Form>
    </ConfirmPage>
  );
}

function ResetSentPage({ viewer, email }: { viewer: Viewer; email: string }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signup.sent_title')}>
      <Notice icon="mail" tone="good" title={t('signup.sent_title')}>
        <p class="lead">{t('forgot.sent_text', { email })}</p>
        <p class="small">{t('signup.sent_hint')}</p>
      </Notice>
    </Document>
  );
}
