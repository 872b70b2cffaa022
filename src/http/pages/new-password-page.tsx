// Pages behind the link of a mail that lets somebody set a password, for people with an account and staff alike.
import type { Child } from 'hono/jsx';
import { Card, Document } from './parts/document.tsx';
import { FaultSummary, Field, Form, Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import type { TextKey } from './texts.ts';
import type { Visit } from './visit.ts';

export type NewPasswordTexts = Record<'title' | 'text' | 'action', TextKey>;

const RESET: NewPasswordTexts = {
  title: 'reset.title',
  text: 'reset.text',
  action: 'reset.action',
};

export function NewPasswordPage({
  visit,
  action,
  token,
  fault,
  texts = RESET,
}: {
  visit: Visit;
  /** Where the form goes, with `token` and `new_password`. */
  action: string;
  /** `xml_…` from the link. */
  token: string;
  /** What is wrong with the password, in words. */
  fault?: string | undefined;
  /** Default: the texts of a password reset. */
  texts?: NewPasswordTexts | undefined;
}) {
  const { t } = visit;
  return (
    <Document visit={visit} title={t(texts.title)}>
      <Card>
        <div class="heading">
          <h1 class="title">{t(texts.title)}</h1>
          <p class="lead">{t(texts.text)}</p>
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
          <Submit>{t(texts.action)}</Submit>
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
