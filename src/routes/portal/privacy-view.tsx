// The privacy notice as a page: who is responsible, what is processed, why and for how long, and
// which rights people have.
import type { Child } from 'hono/jsx';
import { LIFETIMES } from '../../config/config.ts';
import type { Operator } from '../../config/operator-settings.ts';
import { MAX_HISTORY_DAYS, MAX_RETENTION_DAYS } from '../../domain/customers/tenants/settings.ts';
import type { PrivacyPart } from '../../domain/customers/tenants/privacy-part.ts';
import { NOTICE } from '../../domain/terms/privacy-notice.ts';
import { DAY_MS } from '../../time/durations.ts';
import { Card, Document } from '../../http/pages/parts/document.tsx';
import { Alert } from '../../http/pages/parts/notice.tsx';
import { useTexts } from '../../http/pages/parts/words.ts';
import type { TextKey, Texts } from '../../http/pages/texts.ts';
import type { Viewer } from '../../http/pages/page-viewer.ts';

interface Parties {
  operator: Operator;
  /**
   * The tenant whose check led to this page; absent for the general notice, which applies to any
   * site.
   */
  tenant: PrivacyPart | undefined;
}

/**
 * @param isPreview whether the tenant's part has not been published yet
 * @param hasBotCheck whether Turnstile is in use (D-127)
 */
export function PrivacyPage({
  viewer,
  isPreview,
  hasBotCheck,
  ...parties
}: Parties & { viewer: Viewer; isPreview: boolean; hasBotCheck: boolean }) {
  const { t, serviceName } = viewer;
  const { operator, tenant } = parties;
  const contact =
    tenant === undefined
      ? (operator.contact ?? operator.name)
      : (tenant.contact ?? tenant.controller);
  return (
    <Document viewer={viewer} title={t('privacy.title')}>
      <Card>
        {isPreview && <Alert tone="warn">{t('preview.notice')}</Alert>}
        <div class="heading">
          <h1 class="title">{t('privacy.title')}</h1>
          <p class="lead">{t('privacy.lead', { service: serviceName })}</p>
          <p class="small">{t('privacy.version', { version: NOTICE.version, date: dateIn(t) })}</p>
        </div>
        <Responsible {...parties} serviceName={serviceName} />
        <Part title={t('privacy.what')}>
          <Paragraphs of={collectedTexts(tenant, hasBotCheck)} />
        </Part>
        <Part title={t('privacy.why')}>
          <Paragraphs of={['privacy.why_text']} />
        </Part>
        <Part title={t('privacy.long')}>
          <Periods tenant={tenant} />
        </Part>
        <Part title={t('privacy.learns')}>
          <Paragraphs of={['privacy.learns_text']} />
        </Part>
        <Part title={t('privacy.ways')}>
          <Paragraphs of={['privacy.ways_text']} />
        </Part>
        <Part title={t('privacy.rights')}>
          <p>{t('privacy.rights_text', { contact })}</p>
          <Paragraphs of={['privacy.rights_account']} />
        </Part>
      </Card>
    </Document>
  );
}

const COUNTS = 'privacy.what_counts';
const BOT_CHECK = 'privacy.what_witness';

const WHAT = [
  'privacy.what_device',
  'privacy.what_edge',
  'privacy.what_light',
  'privacy.what_document',
  'privacy.what_review',
  'privacy.what_face',
  'privacy.what_faces',
  'privacy.what_which',
  'privacy.what_both',
  COUNTS,
  BOT_CHECK,
  'privacy.what_account',
  'privacy.what_cookies',
] as const satisfies readonly TextKey[];

/**
 * Whether the notice mentions that the tenant counts the steps at which visitors leave a check. The
 * general notice, which concerns no particular tenant, mentions it too.
 */
const isCounting = (tenant: PrivacyPart | undefined): boolean => tenant?.countsLeaving !== false;

const collectedTexts = (tenant: PrivacyPart | undefined, hasBotCheck: boolean) =>
  WHAT.filter((key) => (key === COUNTS ? isCounting(tenant) : key !== BOT_CHECK || hasBotCheck));

type PlainKey =
  | (typeof WHAT)[number]
  | `privacy.${'why' | 'learns' | 'ways'}_text`
  | 'privacy.rights_account';

function Paragraphs({ of }: { of: readonly PlainKey[] }) {
  const t = useTexts();
  return (
    <>
      {of.map((key) => (
        <p>{t(key)}</p>
      ))}
    </>
  );
}

function Part({ title, children }: { title: string; children: Child }) {
  return (
    <section class="notice-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Responsible({ operator, tenant, serviceName }: Parties & { serviceName: string }) {
  const t = useTexts();
  const names = { operator: operator.name, service: serviceName };
  return (
    <Part title={t('privacy.who')}>
      <p>
        {tenant === undefined
          ? t('privacy.who_any', names)
          : t('privacy.who_site', { ...names, controller: tenant.controller })}
      </p>
      <p>{t('privacy.who_account', names)}</p>
      <p>{t('privacy.who_network', names)}</p>
      <dl class="facts-list">
        {tenant && (
          <>
            <Fact name={t('privacy.controller')}>{tenant.controller}</Fact>
            <ContactLink name={t('privacy.contact')} at={tenant.contact} />
            <ContactLink name={t('privacy.own_notice')} at={tenant.url} />
          </>
        )}
        <Fact name={t('privacy.operator')}>{operator.name}</Fact>
        {operator.address !== undefined && (
          <Fact name={t('privacy.address')}>{operator.address}</Fact>
        )}
        <ContactLink name={t('privacy.contact')} at={operator.contact} />
        <ContactLink name={t('privacy.officer')} at={operator.dataProtectionOfficer} />
      </dl>
    </Part>
  );
}

function Fact({ name, children }: { name: string; children: Child }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** @param at an email or https address, which is also the text of the link */
function ContactLink({ name, at }: { name: string; at: string | undefined }) {
  if (at === undefined) return null;
  const href = at.startsWith('https://') ? at : `mailto:${at}`;
  return (
    <Fact name={name}>
      <a href={href} rel="noopener noreferrer nofollow" dir="ltr">
        {at}
      </a>
    </Fact>
  );
}

function Periods({ tenant }: { tenant: PrivacyPart | undefined }) {
  const t = useTexts();
  const days = (count: number) => ({ days: daysIn(t, count) });
  const bySite = (own: number | undefined, most: number) =>
    own === undefined
      ? t('privacy.long_by_site', days(most))
      : t('privacy.long_at_most', days(own));
  const kept = days(LIFETIMES.verifiedAgeMs / DAY_MS);
  const undo = days(LIFETIMES.deletionGraceMs / DAY_MS);
  return (
    <dl class="facts-list">
      <Fact name={t('privacy.long_pictures')}>{t('privacy.long_pictures_text')}</Fact>
      <Fact name={t('privacy.long_numbers')}>{t('privacy.long_numbers_text')}</Fact>
      <Fact name={t('privacy.long_result')}>
        {bySite(tenant?.retentionDays, MAX_RETENTION_DAYS)}
      </Fact>
      <Fact name={t('privacy.long_list')}>{bySite(tenant?.listedDays, MAX_HISTORY_DAYS)}</Fact>
      <Fact name={t('privacy.long_kept')}>{t('privacy.long_kept_text', kept)}</Fact>
      <Fact name={t('privacy.long_account')}>{t('privacy.long_account_text', undo)}</Fact>
    </dl>
  );
}

/** @returns text such as `30 days` */
const daysIn = (t: Texts, count: number): string =>
  new Intl.NumberFormat(t.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
    count,
  );

const dateIn = (t: Texts): string =>
  new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(NOTICE.date),
  );

export function TermsPage({
  viewer,
  paragraphs,
}: {
  viewer: Viewer;
  paragraphs: readonly string[];
}) {
  const title = viewer.t('terms.title');
  return (
    <Document viewer={viewer} title={title}>
      <Card>
        <div class="heading">
          <h1 class="title">{title}</h1>
        </div>
        {paragraphs.map((paragraph) => (
          <p dir="auto">{paragraph}</p>
        ))}
      </Card>
    </Document>
  );
}
