// The page that a confirmation link opens. It asks for the password chosen at sign-up, because the
// reader may not be the person who signed up. Readers who did not sign up can cancel the sign-up on
// this page (D-64).
import { z } from '@hono/zod-openapi';
import {
  disownSignUp,
  verifyStaffEmail,
} from '../../domain/customers/staff-authentication/verify-email.ts';
import { AppError } from '../../errors.ts';
import { callerOf } from '../../http/auth/staff.ts';
import { ConfirmPage } from '../../http/pages/confirm-page.tsx';
import { Document } from '../../http/pages/parts/document.tsx';
import { Form, Submit } from '../../http/pages/parts/form.tsx';
import { Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { linkPage, type LinkView } from '../staff/link-page.tsx';
import { DASHBOARD } from './staff-group.ts';

/** The path under /dashboard/v1. */
export const VERIFY_PAGE_PATH = '/auth/verify-page';

export const verifyPage = linkPage(DASHBOARD, {
  path: VERIFY_PAGE_PATH,
  name: 'VerifyPage',
  summary: 'prove the email address',
  Form: z.object({
    token: z.string().max(200).default(''),
    password: z.string().max(1024).default(''),
    /** The value sent by the button for readers who did not sign up themselves. */
    not_me: z.literal('yes').optional(),
  }),
  show: (view) => <VerifyPage {...view} />,
  act: async (c, { token, password, not_me: notMe }, viewer) => {
    const ctx = c.get('ctx');
    if (notMe !== undefined) {
      await disownSignUp(ctx, token, callerOf(c));
      return { page: <EndPage viewer={viewer} how="removed" />, status: 200 };
    }
    try {
      await verifyStaffEmail(ctx, { token, password }, callerOf(c));
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === 'INVALID_CREDENTIALS') return 'confirm.password_wrong';
      if (code !== 'CONFLICT') throw error;
      return { page: <EndPage viewer={viewer} how="taken" />, status: 422 };
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

/**
 * Texts for two outcomes: the sign-up was removed, or another person had already confirmed the
 * address.
 */
const OUTCOME_TEXTS = {
  removed: {
    icon: 'check',
    tone: 'good',
    texts: ['confirm.removed_title', 'confirm.removed_text'],
  },
  taken: { icon: 'mail', tone: 'warn', texts: ['confirm.taken_title', 'confirm.taken_text'] },
} as const;

function EndPage({ viewer, how }: { viewer: Viewer; how: keyof typeof OUTCOME_TEXTS }) {
  const { t } = viewer;
  const {
    icon,
    tone,
    texts: [title, text],
  } = OUTCOME_TEXTS[how];
  return (
    <Document viewer={viewer} title={t(title)}>
      <Notice icon={icon} tone={tone} title={t(title)}>
        <p class="lead">{t(text)}</p>
      </Notice>
    </Document>
  );
}
