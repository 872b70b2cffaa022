// The consent page: which site makes the request, exactly which data it will and will not receive,
// and for how long. The page has one form with two buttons.
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { ButtonLink, Form, Submit } from '../../http/pages/parts/form.tsx';
import { Icon } from '../../http/pages/parts/icon.tsx';
import { useTexts } from '../../http/pages/parts/words.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';
import type { Fact } from './facts.ts';
import { SiteHead, type RequestingSite } from './requesting-site.tsx';
import { pathTo } from './navigation.ts';

interface ConsentView {
  /** The consent token, `xcs_…`. */
  token: string;
  site: RequestingSite;
  facts: readonly Fact[];
  hidden: readonly string[];
  /**
   * Whether the site requests an age and the account has no verified age that counts for this site.
   */
  isAgeMissing: boolean;
  /** Whether the account's age must be verified again for this site (D-163). */
  isAgeDue: boolean;
  /** The level of age verification that the site requires, if an estimate is not enough. */
  level: 'document' | 'wallet' | undefined;
  /** The code of the requesting device. */
  userCode: string | undefined;
  /** Whether the site keeps access after the person signs out. */
  staysSignedOut: boolean;
  /** The person's email address or name, if the account has one. */
  account: string | undefined;
}

export function ConsentPage({ viewer, view }: { viewer: Viewer; view: ConsentView }) {
  const { t } = viewer;
  const { site, token, account } = view;
  const here = pathTo('/consent', { session: token });
  const check = { continue: here, level: view.level, ...(view.isAgeDue && { due: '1' }) };
  const title = t('consent.title', { site: site.name });
  return (
    <Document viewer={viewer} title={title}>
      <Card>
        <SiteHead site={site} />
        <div class="heading">
          <h1 class="title">{title}</h1>
          {view.userCode === undefined && (
            <p class="lead">{t('consent.lead', { host: site.host })}</p>
          )}
        </div>
        {view.userCode !== undefined && <DeviceCode userCode={view.userCode} />}
        <SharedFacts facts={view.facts} title={t('consent.shared', { site: site.name })} />
        {view.isAgeMissing && (
          <>
            <p class="alert" data-tone="warn">
              <Icon name="alert" />
              <span>
                {t(view.isAgeDue ? 'consent.age_due' : 'consent.age_missing', { site: site.name })}
              </span>
            </p>
            <ButtonLink href={pathTo('/account/age', check)}>{t('consent.age_first')}</ButtonLink>
          </>
        )}
        <HiddenFacts hidden={view.hidden} />
        <div class="duration">
          <h2>{t('consent.duration_title')}</h2>
          <p>
            {t(view.staysSignedOut ? 'consent.duration_offline' : 'consent.duration', {
              site: site.name,
            })}
          </p>
        </div>
        <Form action="/consent" hidden={{ session: token }}>
          <div class="decision">
            <Submit name="decision" value="allow" look={view.isAgeMissing ? 'soft' : 'main'}>
              {t('consent.allow')}
            </Submit>
            <Submit name="decision" value="deny" look="soft">
              {t('consent.deny')}
            </Submit>
          </div>
        </Form>
        <p class="aside">
          <span dir="auto">
            {account === undefined ? t('overview.no_email') : t('consent.account', { account })}
          </span>{' '}
          <a href={pathTo('/signin', { other: '1', session: token })}>
            {t('consent.other_account')}
          </a>
        </p>
      </Card>
    </Document>
  );
}

/**
 * Shows the device's code for the person to compare, because someone else may have sent the link to
 * this page (RFC 8628 5.4).
 */
function DeviceCode({ userCode }: { userCode: string }) {
  const t = useTexts();
  return (
    <p class="alert" data-tone="warn">
      <Icon name="alert" />
      <span>{t('device.consent', { code: userCode })}</span>
    </p>
  );
}

function SharedFacts({ facts, title }: { facts: readonly Fact[]; title: string }) {
  return (
    <div class="shared">
      <h2>{title}</h2>
      <dl class="facts-list">
        {facts.map(({ label, value, means }) => (
          <div>
            <dt>{label}</dt>
            <dd data-means={means} dir="auto">
              {means && <Icon name={means === 'yes' ? 'check' : 'cross'} />}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function HiddenFacts({ hidden }: { hidden: readonly string[] }) {
  const t = useTexts();
  return (
    <div class="unshared">
      <h2>
        <Icon name="lock" />
        {t('consent.hidden')}
      </h2>
      <ul>
        {hidden.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </div>
  );
}
