// The page behind a link that confirms an email address: a button, and a password field if the
// visitor might not be the person who signed up.
import type { Child } from 'hono/jsx';
import { Document } from './parts/document.tsx';
import { FaultSummary, Field, Form, Submit } from './parts/form.tsx';
import { Notice } from './parts/notice.tsx';
import type { Viewer } from './page-viewer.ts';

interface ConfirmView {
  viewer: Viewer;
  action: string;
  /** The `xml_…` token from the link. */
  token: string;
  /** The instruction above the form. */
  lead: string;
  asksPassword: boolean;
  /** The error message about the password. */
  fault?: string | undefined;
  /** Other links, below the form. */
  children?: Child;
}

export function ConfirmPage(view: ConfirmView) {
  const { viewer, action, token, lead, asksPassword, fault, children } = view;
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('confirm.title')}>
      <Notice icon="mail" title={t('confirm.title')}>
        <p class="lead">{lead}</p>
        <FaultSummary faults={{ password: fault }} />
        <Form action={action} hidden={{ token }}>
          {asksPassword && (
            <Field
              name="password"
              label={t('field.password')}
              type="password"
              autocomplete="current-password"
              error={fault}
              maxlength={128}
            />
          )}
          <Submit>{t('confirm.action')}</Submit>
        </Form>
        {children}
      </Notice>
    </Document>
  );
}
