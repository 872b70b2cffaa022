// The sign-up page, and the page shown after its form is submitted. The account is then created
// through the link in the email; a sign-up with only a passkey needs no email.
import { pathOfDestination, type Destination } from '../../http/auth/consent.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { EmailField, NewPasswordField } from '../../http/pages/parts/fields.tsx';
import { FaultSummary, Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Alert, Notice } from '../../http/pages/parts/notice.tsx';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import { Or, PasskeyButton } from './passkey-button.tsx';
import { SiteHead, type RequestingSite } from './requesting-site.tsx';
import { pathTo } from './navigation.ts';

export interface SignUpView {
  destination: Destination;
  /** The site that sent the person to this page. */
  site?: RequestingSite | undefined;
  email?: string | undefined;
  displayName?: string | undefined;
  /** Error texts by field. */
  faults?: { email?: string; password?: string; display_name?: string };
  /** The error message for the form as a whole. */
  fault?: string | undefined;
}

export function SignUpPage({ viewer, view }: { viewer: Viewer; view: SignUpView }) {
  const { t } = viewer;
  const { site, destination, fault, faults = {} } = view;
  return (
    <Document viewer={viewer} title={t('signup.title')}>
      <Card>
        {site && <SiteHead site={site} />}
        <div class="heading">
          <h1 class="title">{t('signup.title')}</h1>
          <p class="lead">{t('signup.lead')}</p>
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        <FaultSummary faults={faults} />
        <SignUpForm view={view} viewer={viewer} />
        <Or />
        <div class="passkey-alone">
          <PasskeyButton ceremony="sign-up" look="soft" continueTo={pathOfDestination(destination)}>
            {t('signup.passkey')}
          </PasskeyButton>
          <p class="small" data-with-passkey hidden>
            {t('signup.passkey_text')}
          </p>
        </div>
        <p class="aside">
          {t('signup.have_one')}{' '}
          <a href={pathTo('/signin', { ...destination })}>{t('signin.title')}</a>
        </p>
      </Card>
    </Document>
  );
}

function SignUpForm({ view, viewer: { t } }: { view: SignUpView; viewer: Viewer }) {
  const { destination, email, displayName, faults = {} } = view;
  return (
    <Form action="/signup" hidden={{ ...destination }}>
      <EmailField value={email} error={faults.email} />
      <NewPasswordField name="password" error={faults.password} />
      <Field
        name="display_name"
        label={t('field.display_name')}
        autocomplete="nickname"
        value={displayName}
        required={false}
        maxlength={80}
        error={faults.display_name}
      />
      <Submit>{t('signup.title')}</Submit>
    </Form>
  );
}

/** The page is the same for every address, whether or not an account uses that address. */
export function SignUpSentPage({
  viewer,
  email,
  again,
}: {
  viewer: Viewer;
  email: string;
  again: string;
}) {
  const { t } = viewer;
  return (
    <Document viewer={viewer} title={t('signup.sent_title')}>
      <Notice icon="mail" tone="good" title={t('signup.sent_title')}>
        <p class="lead">{t('signup.sent_text', { email })}</p>
        <p class="small">{t('signup.sent_hint')}</p>
        <p class="aside">
          <a href={again}>{t('back')}</a>
        </p>
      </Notice>
    </Document>
  );
}
