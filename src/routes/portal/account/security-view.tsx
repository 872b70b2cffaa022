// The security page: forms that require a fresh sign-in show that before any input. Devices can always be signed out.
import type { Passkey } from '../../../domain/platform/credentials/passkey.ts';
import type { TrustedDevice } from '../../../domain/accounts/trusted-devices/trusted-device.ts';
import type { Session } from '../../../domain/signing-in/sessions/sign-in.ts';
import { ButtonLink } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/viewer.ts';
import { pathTo } from '../navigation.ts';
import { AccountPage } from './account-page.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { FacePanel, type ShownFace } from './face-panel.tsx';
import { EmailPanel } from './email-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

export interface SecurityView {
  email: string | undefined;
  emailVerified: boolean;
  /** An address that waits to be confirmed. */
  waitingEmail: string | undefined;
  hasPassword: boolean;
  passkeys: readonly Passkey[];
  sessions: readonly Session[];
  /** This browser's. */
  sessionId: string;
  /** Trusted ones. */
  devices: readonly TrustedDevice[];
  /** This browser's, if it is one. */
  deviceId: string | undefined;
  /** The one that is enrolled. */
  face: ShownFace | undefined;
  /** A face can be checked here. */
  seesFaces: boolean;
  /** Comes back with the code that was mailed. */
  trustToken?: string | undefined;
  /** The person proved who they are a short while ago. */
  isFresh: boolean;
  done?: string | undefined;
  /** Error text of the whole page. */
  fault?: string | undefined;
  /** Error texts by field. */
  faults?: { new_password?: string; new_email?: string; code?: string };
  typedEmail?: string | undefined;
}

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
