// The sign-in page. The passkey button and conditional UI come with the script (widget/portal).
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { Field, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Alert } from '../../http/pages/parts/notice.tsx';
import type { Visit } from '../../http/pages/visit.ts';
import { AskerHead, type Asker } from './asker-head.tsx';
import { Or, PasskeyButton } from './passkey-button.tsx';
import { pathTo } from './way.ts';

export interface SignInView {
  /** A local path. */
  continueTo?: string | undefined;
  /** The site that waits behind `continueTo`. */
  asker?: Asker | undefined;
  /** The person is signed in and shall prove it once more. */
  isFresh?: boolean;
  email?: string | undefined;
  /** What went wrong, in words. */
  fault?: string | undefined;
  /** What went well before. */
  done?: string | undefined;
}

export function SignInPage({ visit, view }: { visit: Visit; view: SignInView }) {
  const { t } = visit;
  const { continueTo, fault, done, isFresh = false } = view;
  const asker = isFresh ? undefined : view.asker;
  const title = isFresh ? t('signin.fresh_title') : t('signin.title');
  return (
    <Document visit={visit} title={title}>
      <Card>
        {asker && <AskerHead asker={asker} />}
        <div class="heading">
          <h1 class="title">{title}</h1>
          {isFresh && <p class="lead">{t('signin.fresh_text')}</p>}
          {asker && <p class="lead">{t('signin.to_site', { site: asker.name })}</p>}
        </div>
        {fault !== undefined && <Alert tone="bad">{fault}</Alert>}
        {done !== undefined && <Alert tone="good">{done}</Alert>}
        <PasskeyButton ceremony="sign-in" look="main" continueTo={continueTo}>
          {t('signin.passkey')}
        </PasskeyButton>
        <Or />
        <PasswordForm view={view} visit={visit} />
        {!isFresh && (
          <p class="aside">
            {t('signin.new_here')}{' '}
            <a href={pathTo('/signup', { continue: continueTo })}>{t('signup.title')}</a>
          </p>
        )}
      </Card>
    </Document>
  );
}

function PasswordForm({ view, visit: { t } }: { view: SignInView; visit: Visit }) {
  const { continueTo, isFresh = false, email } = view;
  const hidden = { continue: continueTo, fresh: isFresh ? '1' : undefined };
  return (
    <Form action="/signin" hidden={hidden}>
      <Field
        name="email"
        label={t('field.email')}
        type="email"
        autocomplete="username webauthn"
        value={email}
        maxlength={254}
      />
      <Field
        name="password"
        label={t('field.password')}
        type="password"
        autocomplete="current-password"
      />
      <p class="beside">
        <a href={pathTo('/password/forgot', { continue: continueTo })}>{t('signin.forgot')}</a>
      </p>
      <Submit>{t('signin.title')}</Submit>
    </Form>
  );
}
