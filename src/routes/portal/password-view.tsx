// Pages of a forgotten password.
import type { Destination } from '../../http/auth/consent.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink, Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Alert, Notice } from '../../http/pages/parts/notice.tsx';
import type { Visit } from '../../http/pages/visit.ts';
import { pathTo } from './navigation.ts';

export function ForgotPage({
  visit,
  destination,
  email,
  fault,
}: {
  visit: Visit;
  destination: Destination;
  email?: string | undefined;
  /** What went wrong, in words. */
  fault?: string | undefined;
}) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('signin.forgot')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t('signin.forgot')}</h1>
          <p class="lead">{t('forgot.text')}</p>
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        <Form action="/password/forgot" hidden={{ ...destination }}>
          <Field
            name="email"
            label={t('field.email')}
            type="email"
            autocomplete="username"
            value={email}
            maxlength={254}
          />
          <Submit>{t('forgot.action')}</Submit>
        </Form>
        <p class="aside">
          <a href={pathTo('/signin', { ...destination })}>{t('back')}</a>
        </p>
      </Card>
    </Document>
  );
}

export function ForgotSentPage({ visit, email }: { visit: Visit; email: string }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('signup.sent_title')}>
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
