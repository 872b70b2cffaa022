// The email address of an account: the panel shows whether the address is confirmed, and lets the
// owner change it. A change must be confirmed from both addresses.
import { EmailField } from '../../../http/pages/parts/fields.tsx';
import { FaultSummary, Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { More } from './account-page.tsx';
import type { SecurityView } from './security-facts.ts';

export function EmailPanel({ viewer: { t }, view }: { viewer: Viewer; view: SecurityView }) {
  const { email, waitingEmail, isFresh, typedEmail, faults = {} } = view;
  const fault = faults.new_email;
  return (
    <Panel icon="mail" title={t('field.email')}>
      {email === undefined ? (
        <p>{t('security.email_none')}</p>
      ) : (
        <p class="entry">
          <strong dir="ltr" class="start">
            {email}
          </strong>
          {view.emailVerified && (
            <span class="tag" data-tone="good">
              {t('security.email_confirmed')}
            </span>
          )}
        </p>
      )}
      {waitingEmail !== undefined && (
        <div class="alert" data-tone="warn">
          <div>
            <p>{t('security.email_waiting', { email: waitingEmail })}</p>
            <Form action="/account/security/email/cancel">
              <Submit look="plain">{t('security.email_cancel')}</Submit>
            </Form>
          </div>
        </div>
      )}
      {isFresh && (
        <More
          title={t(email === undefined ? 'security.email_add' : 'security.email_change')}
          open={fault !== undefined}
        >
          <FaultSummary faults={{ new_email: fault }} />
          <Form action="/account/security/email">
            <EmailField name="new_email" autocomplete="email" value={typedEmail} error={fault} />
            <Submit>{t('save')}</Submit>
          </Form>
        </More>
      )}
    </Panel>
  );
}
