// Pages behind emailed links for setting a password, for accounts and for staff.
import type { Child } from 'hono/jsx';
import { Card, Document } from './parts/document.tsx';
import { NewPasswordField } from './parts/fields.tsx';
import { ButtonLink, FaultSummary, Form, Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import type { TextKey } from './texts.ts';
import type { Viewer } from './page-viewer.ts';

export type NewPasswordTexts = Record<'title' | 'text' | 'action', TextKey>;

const RESET: NewPasswordTexts = {
  title: 'reset.title',
  text: 'reset.text',
  action: 'reset.action',
};

export function NewPasswordPage({
  viewer,
  action,
  token,
  fault,
  texts = RESET,
}: {
  viewer: Viewer;
  /** The address that the form posts `token` and `new_password` to. */
  action: string;
  /** The `xml_…` token from the link. */
  token: string;
  /** The error message about the password. */
  fault?: string | undefined;
  /** Default: the texts of a password reset. */
  texts?: NewPasswordTexts | undefined;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t(texts.title)}>
      <Card>
        <div class="heading">
          <h1 class="title">{t(texts.title)}</h1>
          <p class="lead">{t(texts.text)}</p>
        </div>
        <FaultSummary faults={{ new_password: fault }} />
        <Form action={action} hidden={{ token }}>
          <NewPasswordField error={fault} />
          <Submit>{t(texts.action)}</Submit>
        </Form>
      </Card>
    </Document>
  );
}

/** The page for a link that is unknown, used, expired or replaced. */
export function LinkGonePage({ viewer, children }: { viewer: Viewer; children?: Child }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('link.gone_title')}>
      <Notice icon="link" tone="warn" title={t('link.gone_title')}>
        <p class="lead">{t('link.gone_text')}</p>
        {children}
      </Notice>
    </Document>
  );
}

/**
 * The page for a used link whose step is already complete, for instance when the first response was
 * lost (D-136).
 * @param door the address of the sign-in page
 */
export function LinkUsedPage({ viewer, door }: { viewer: Viewer; door: string }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('link.used_title')}>
      <Notice icon="check" tone="good" title={t('link.used_title')}>
        <p class="lead">{t('link.used_text')}</p>
        <ButtonLink href={door}>{t('signin.title')}</ButtonLink>
      </Notice>
    </Document>
  );
}

/**
 * The page for a link whose owner must sign in with their company's identity provider (D-159,
 * D-162).
 * @param door the address of the sign-in page
 */
export function CompanySignInPage({ viewer, door }: { viewer: Viewer; door: string }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('link.company_title')}>
      <Notice icon="lock" title={t('link.company_title')}>
        <p class="lead">{t('link.company_text')}</p>
        <ButtonLink href={door}>{t('signin.title')}</ButtonLink>
      </Notice>
    </Document>
  );
}
