// Pages for a forgotten password.
import type { Destination } from '../../http/auth/consent.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { EmailField } from '../../http/pages/parts/fields.tsx';
import { ButtonLink, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Alert, Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { pathTo } from './navigation.ts';

export function ForgotPage({
  viewer,
  destination,
  email,
  fault,
}: {
  viewer: Viewer;
  destination: Destination;
  email?: string | undefined;
  /** The error message to display. */
  fault?: string | undefined;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signin.forgot')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t('signin.forgot')}</h1>
          <p class="lead">{t('forgot.text')}</p>
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        <Form action="/password/forgot" hidden={{ ...destination }}>
          <EmailField value={email} />
          <Submit>{t('forgot.action')}</Submit>
        </Form>
        <p class="aside">
          <a href={pathTo('/signin', { ...destination })}>{t('back')}</a>
        </p>
      </Card>
    </Document>
  );
}

export function ForgotSentPage({ viewer, email }: { viewer: Viewer; email: string }) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signup.sent_title')}>
      <Notice icon="mail" tone="good" title={t('signup.sent_title')}>
        <p class="lead">{t('forgot.sent_text', { email })}</p>
        <p class="small">{t('signup.sent_hint')}</p>
        <ButtonLink href="/signin" look="soft">
          {t('signin.title')}
        </ButtonLink>
      </Notice>
    </Document>
  );
}
