// The page of connected sites: for each site, the data that it may read, when it was connected,
// when the person last signed in there, and a button that disconnects it.
import { Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { TextKey } from '../../../http/pages/texts.ts';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { SiteHead, type RequestingSite } from '../requesting-site.tsx';
import { formatDate, listAges } from '../facts.ts';
import { AccountPage } from './account-page.tsx';

export interface SiteEntry {
  clientId: string;
  identity: RequestingSite;
  scope: readonly string[];
  ageThresholds: readonly number[];
  connectedAtMs: number;
  lastSharedAtMs: number;
}

const SCOPES = {
  openid: 'fact.identifier',
  profile: 'fact.display_name',
  email: 'fact.email',
  age_verification: 'scope.age_verification',
  connections: 'fact.connected_sites',
  offline_access: 'scope.offline_access',
} as const satisfies Record<string, TextKey>;

export function SitesPage({
  viewer,
  sites,
  done,
}: {
  viewer: Viewer;
  sites: readonly SiteEntry[];
  done?: string | undefined;
}) {
  const { t } = viewer;
  return (
    <AccountPage viewer={viewer} title={t('sites.title')} place="/account/sites" done={done}>
      <p class="lead">{t(sites.length === 0 ? 'sites.none' : 'sites.text')}</p>
      {sites.map((site) => (
        <SitePanel viewer={viewer} site={site} />
      ))}
    </AccountPage>
  );
}

function SitePanel({ viewer: { t, timeZone }, site }: { viewer: Viewer; site: SiteEntry }) {
  const { identity, scope, clientId } = site;
  const known = Object.keys(SCOPES) as (keyof typeof SCOPES)[];
  return (
    <section class="panel" aria-label={identity.name}>
      <SiteHead site={identity} />
      <div>
        <h2 class="small-title">{t('sites.received')}</h2>
        <ul class="bullet-list">
          {known
            .filter((name) => scope.includes(name))
            .map((name) => (
              <li>{t(SCOPES[name], { ages: listAges(t, site.ageThresholds) })}</li>
            ))}
        </ul>
      </div>
      <ul class="plain-list small">
        <li>{t('sites.connected', { date: formatDate(t, site.connectedAtMs, timeZone) })}</li>
        <li>{t('sites.last', { date: formatDate(t, site.lastSharedAtMs, timeZone) })}</li>
      </ul>
      <Form action="/account/sites/disconnect" hidden={{ client_id: clientId }}>
        <Submit look="bad" label={`${t('sites.disconnect')}: ${identity.name}`}>
          {t('sites.disconnect')}
        </Submit>
      </Form>
    </section>
  );
}
