// Pages behind the link of a reset mail, for people with an account and for staff alike.
import type { Child } from 'hono/jsx';
import { Card, Document } from './parts/document.tsx';
import { FaultSummary, Field, Form, Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import type { Visit } from './visit.ts';

export function NewPasswordPage({
  visit,
  action,
  token,
  fault,
}: {
  visit: Visit;
  /** Where the form goes, with `token` and `new_password`. */
  action: string;
  /** `xml_…` from the link. */
  token: string;
  /** What is wrong with the password, in words. */
  fault?: string | undefined;
}) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('reset.title')}>
      <Card>
        <div class="heading">
          <h1 class="title">{t('reset.title')}</h1>
          <p class="lead">{t('reset.text')}</p>
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
          <Submit>{t('reset.action')}</Submit>
        </Form>
      </Card>
    </Document>
  );
}

/** For unknown, used, late and replaced links alike. */
export function LinkGonePage({ visit, children }: { visit: Visit; children?: Child }) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t('link.gone_title')}>
      <Notice icon="link" tone="warn" title={t('link.gone_title')}>
        <p class="lead">{t('link.gone_text')}</p>
        {children}
      </Notice>
    </Document>
  );
}
