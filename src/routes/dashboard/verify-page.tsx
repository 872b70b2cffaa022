// The page that a confirmation link opens: one button that confirms the email address.
import { z } from '@hono/zod-openapi';
import { verifyStaffEmail } from '../../domain/staff-authentication/verify-email.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { Document } from '../../http/pages/parts/document.tsx';
import { Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import { linkPage, type LinkView } from '../staff/link-page.tsx';
import { DASHBOARD } from './staff-group.ts';

/** Below /dashboard/v1. */
export const VERIFY_PAGE_PATH = '/auth/verify-page';

export const verifyPage = linkPage(DASHBOARD, {
  path: VERIFY_PAGE_PATH,
  name: 'VerifyPage',
  summary: 'prove the mail address',
  Form: z.object({ token: z.string().max(200).default('') }),
  show: (view) => <VerifyPage {...view} />,
  act: async (c, { token }) => {
    await verifyStaffEmail(c.get('ctx'), token, callerOf(c));
    return undefined;
  },
  done: ['security.email_confirmed', 'confirm.done_text'],
});

function VerifyPage({ viewer, action, token }: LinkView) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('confirm.title')}>
      <Notice icon="mail" title={t('confirm.title')}>
        <p class="lead">{t('confirm.text')}</p>
        <Form action={action} hidden={{ token }}>
          <Submit>{t('confirm.action')}</Submit>
        </Form>
      </Notice>
    </Document>
  );
}
