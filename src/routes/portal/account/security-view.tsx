// The security page. Forms that require a fresh sign-in state this before the person types
// anything. Signing out a device does not require one.
import { ButtonLink } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { pathTo } from '../navigation.ts';
import { AccountPage } from './account-page.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { FacePanel } from './face-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import type { SecurityView } from './security-facts.ts';

export function SecurityPage({ viewer, view }: { viewer: Viewer; view: SecurityView }) {
  const { t } = viewer;
  return (
    <AccountPage
      viewer={viewer}
      title={t('nav.security')}
      place="/account/security"
      done={view.done}
      fault={view.fault}
    >
      {!view.isFresh && (
        <section class="panel">
          <p>{t('security.fresh')}</p>
          <ButtonLink
            href={pathTo('/signin', { fresh: '1', continue: '/account/security' })}
            icon="lock"
          >
            {t('signin.fresh_title')}
          </ButtonLink>
        </section>
      )}
      <PasskeysPanel viewer={viewer} view={view} />
      <PasswordPanel viewer={viewer} view={view} />
      <EmailPanel viewer={viewer} view={view} />
      <SessionsPanel viewer={viewer} view={view} />
      {(view.seesFaces || view.face !== undefined) && <FacePanel viewer={viewer} view={view} />}
      {(view.face !== undefined || view.devices.length > 0 || view.trustToken !== undefined) && (
        <DevicesPanel viewer={viewer} view={view} />
      )}
    </AccountPage>
  );
}
