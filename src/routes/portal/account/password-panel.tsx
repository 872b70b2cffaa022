// The panel that changes an account's password, or sets its first one.
import { NewPasswordField } from '../../../http/pages/parts/fields.tsx';
import { FaultSummary, Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { More } from './account-page.tsx';
import type { SecurityView } from './security-facts.ts';

export function PasswordPanel({ viewer: { t }, view }: { viewer: Viewer; view: SecurityView }) {
  const { hasPassword, isFresh, email, faults = {} } = view;
  const fault = faults.new_password;
  return (
    <Panel icon="lock" title={t('field.password')}>
      <p>{t(hasPassword ? 'security.password_text' : 'security.password_none')}</p>
      {isFresh && view.emailVerified && (
        <More
          title={t(hasPassword ? 'security.password_change' : 'security.password_add')}
          open={fault !== undefined}
        >
          <FaultSummary faults={{ new_password: fault }} />
          <Form action="/account/security/password">
            <input type="hidden" name="username" value={email} autocomplete="username" />
            <NewPasswordField error={fault} />
            <Submit>{t('reset.action')}</Submit>
          </Form>
        </More>
      )}
    </Panel>
  );
}
