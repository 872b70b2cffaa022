// The sign-in page. The script (widget/portal) reveals the passkey button and starts conditional
// UI.
import { pathOfDestination, type Destination } from '../../http/auth/consent.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { EmailField } from '../../http/pages/parts/fields.tsx';
import { Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Alert } from '../../http/pages/parts/notice.tsx';
import type { Texts } from '../../http/pages/texts.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { Or, PasskeyButton } from './passkey-button.tsx';
import { SiteHead, type RequestingSite } from './requesting-site.tsx';
import { pathTo } from './navigation.ts';

interface SignInView {
  destination: Destination;
  /** The site that sent the person to this page. */
  site?: RequestingSite | undefined;
  /** Whether the person is signed in and has to reauthenticate. */
  isFresh?: boolean;
  /** Whether the person wants to sign in to a different account. */
  isOther?: boolean;
  email?: string | undefined;
  /** The masked name of the person to whom this device offers face sign-in. */
  faceOf?: string | undefined;
  /** The error message to display. */
  fault?: string | undefined;
  /** The success message for the previous step. */
  done?: string | undefined;
}

export function SignInPage({ viewer, view }: { viewer: Viewer; view: SignInView }) {
  const { t } = viewer;
  const { destination, site, fault, done, isFresh = false } = view;
  const title = isFresh ? t('signin.fresh_title') : t('signin.title');
  return (
    <Document viewer={viewer} title={title}>
      <Card>
        {site && <SiteHead site={site} />}
        <div class="heading">
          <h1 class="title">{title}</h1>
          <Lead t={t} site={site} isFresh={isFresh} />
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        {done !== undefined && <Alert tone="good">{done}</Alert>}
        {view.faceOf !== undefined && (
          <Form action="/signin/face" hidden={{ ...destination }}>
            <Submit icon="camera">{t('signin.face', { name: view.faceOf })}</Submit>
          </Form>
        )}
        <PasskeyButton ceremony="sign-in" look="soft" continueTo={pathOfDestination(destination)}>
          {t('signin.passkey')}
        </PasskeyButton>
        <Or always={view.faceOf !== undefined} />
        <PasswordForm view={view} viewer={viewer} />
        {!isFresh && (
          <p class="aside">
            {t('signin.new_here')}{' '}
            <a href={pathTo('/signup', { ...destination })}>{t('signup.title')}</a>
          </p>
        )}
      </Card>
    </Document>
  );
}

/**
 * Explains why the person has to sign in: because a site is waiting, or because a page requires a
 * fresh sign-in.
 */
function Lead({
  t,
  site,
  isFresh,
}: {
  t: Texts;
  site: RequestingSite | undefined;
  isFresh: boolean;
}) {
  const to = site && { site: site.name };
  if (isFresh)
    return <p class="lead">{to ? t('signin.fresh_site', to) : t('signin.fresh_text')}</p>;
  return to ? <p class="lead">{t('signin.to_site', to)}</p> : null;
}

function PasswordForm({ view, viewer: { t } }: { view: SignInView; viewer: Viewer }) {
  const { destination, isFresh, isOther, email } = view;
  const how = { fresh: isFresh ? '1' : undefined, other: isOther ? '1' : undefined };
  return (
    <Form action="/signin" hidden={{ ...destination, ...how }}>
      <EmailField value={email} autocomplete="username webauthn" />
      <Field
        name="password"
        label={t('field.password')}
        type="password"
        autocomplete="current-password"
      />
      <p class="beside">
        <a href={pathTo('/password/forgot', { ...destination })}>{t('signin.forgot')}</a>
      </p>
      <Submit look={view.faceOf === undefined ? 'main' : 'soft'}>{t('signin.title')}</Submit>
    </Form>
  );
}
