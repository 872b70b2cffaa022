// The verified age of an account: which thresholds are met, by which method, when it was verified
// and when it expires; also the forms that verify and remove it.
import { AGE_BRACKETS } from '../../../domain/terms/age-bracket.ts';
import type { VerifiedAge } from '../../../domain/accounts/verified-ages/kept-age.ts';
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import { Icon } from '../../../http/pages/parts/icon.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { formatDate } from '../facts.ts';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { AccountPage } from './account-page.tsx';

interface AgeView {
  verified: VerifiedAge | undefined;
  /** Whether the stored age is no longer accepted. */
  mustRepeat: boolean;
  canForget: boolean;
  /** The address to continue to after verification. */
  continueTo: string | undefined;
  /** The level of the check, if a site requires more than an estimate. */
  level: 'document' | 'wallet' | undefined;
  /** `1` when a site needs a newer check than the one in the account. */
  due: '1' | undefined;
  done?: string | undefined;
  fault?: string | undefined;
}

export function AgePage({ viewer, view }: { viewer: Viewer; view: AgeView }) {
  const { t, timeZone } = viewer;
  const { verified, continueTo, level, due } = view;
  const look = verified === undefined || due ? 'main' : 'soft';
  return (
    <AccountPage
      viewer={viewer}
      title={t('age.title')}
      place="/account/age"
      done={view.done}
      fault={view.fault}
    >
      {verified === undefined ? (
        <Panel icon="shield" title={t(view.mustRepeat ? 'age.repeat' : 'age.none')}>
          <p>{t(view.mustRepeat ? 'age.repeat_text' : 'age.none_text')}</p>
          {view.mustRepeat && view.canForget && <Forget viewer={viewer} />}
        </Panel>
      ) : (
        <Panel icon="shield" title={verdictOf(viewer, verified)}>
          <Brackets viewer={viewer} verified={verified} />
          <ul class="plain-list small">
            <li>{t('age.level', { level: t(`level.${verified.level}`) })}</li>
            <li>{t('age.date', { date: formatDate(t, verified.verifiedAtMs, timeZone) })}</li>
            <li>{t('age.until', { date: formatDate(t, verified.expiresAtMs, timeZone) })}</li>
          </ul>
          <Forget viewer={viewer} />
        </Panel>
      )}
      <Panel icon="camera" title={t(verified === undefined ? 'age.action' : 'age.again')}>
        {due && <p>{t('age.due')}</p>}
        <p>{t('age.how')}</p>
        <Form action="/account/age/verify" hidden={{ continue: continueTo, level, due }}>
          <Submit look={look}>{t(verified === undefined ? 'age.action' : 'age.again')}</Submit>
        </Form>
      </Panel>
      <Panel icon="lock" title={t('age.kept')}>
        <p>{t('age.kept_text')}</p>
      </Panel>
    </AccountPage>
  );
}

const Forget = ({ viewer: { t } }: { viewer: Viewer }) => (
  <Form action="/account/age/forget">
    <Submit look="plain">{t('age.forget')}</Submit>
  </Form>
);

const verdictOf = ({ t }: Viewer, { bracket }: VerifiedAge): string =>
  bracket === undefined ? t('age.met_none') : t('fact.over', { age: bracket });

/**
 * Lists all thresholds, each with its result in words, so that the result does not depend on
 * colour.
 */
export function Brackets({ viewer: { t }, verified }: { viewer: Viewer; verified: VerifiedAge }) {
  const { bracket = 0 } = verified;
  return (
    <ul class="brackets">
      {AGE_BRACKETS.map((age) => (
        <li class="bracket" data-means={bracket >= age ? 'yes' : 'no'}>
          <Icon name={bracket >= age ? 'check' : 'cross'} />
          {t('fact.over', { age })}
          <span class="hidden">: {t(bracket >= age ? 'yes' : 'no')}</span>
        </li>
      ))}
    </ul>
  );
}
