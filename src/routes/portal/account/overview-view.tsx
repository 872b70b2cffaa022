// The overview page of an account: the verified age, the sites, a summary of security, and the name
// that sites may see.
import type { VerifiedAge } from '../../../domain/accounts/verified-ages/kept-age.ts';
import { ButtonLink, Field, Form, Submit } from '../../../http/pages/parts/form.tsx';
import type { Viewer } from '../../../http/pages/page-viewer.ts';
import { Brackets } from './age-view.tsx';
import { Panel } from '../../../http/pages/parts/panel.tsx';
import { AccountPage, More } from './account-page.tsx';

interface OverviewView {
  email: string | undefined;
  displayName: string | undefined;
  /** The invalid name that was entered. */
  typedName?: string | undefined;
  verifiedAge: VerifiedAge | undefined;
  mustRepeatAge: boolean;
  sites: number;
  passkeys: number;
  sessions: number;
  unread: number;
  done?: string | undefined;
  nameFault?: string | undefined;
}

export function OverviewPage({ viewer, view }: { viewer: Viewer; view: OverviewView }) {
  const { t } = viewer;
  const { done, unread, sites } = view;
  return (
    <AccountPage viewer={viewer} title={t('nav.label')} place="/account" done={done}>
      {unread > 0 && (
        <p class="alert" data-tone="plain">
          <a href="/account/activity">{t('overview.unread', { count: unread })}</a>
        </p>
      )}
      <NamePanel viewer={viewer} view={view} />
      <div class="tiles">
        <Panel icon="shield" title={t('age.title')}>
          {view.verifiedAge === undefined ? (
            <p>{t(view.mustRepeatAge ? 'age.repeat' : 'age.none')}</p>
          ) : (
            <Brackets viewer={viewer} verified={view.verifiedAge} />
          )}
          <ButtonLink href="/account/age" look={view.verifiedAge ? 'soft' : 'main'}>
            {t(view.verifiedAge ? 'overview.more' : 'age.action')}
          </ButtonLink>
        </Panel>
        <Panel icon="sites" title={t('sites.title')}>
          <p>{sites === 0 ? t('overview.sites_none') : t('overview.sites', { count: sites })}</p>
          <ButtonLink href="/account/sites" look="soft">
            {t('overview.more')}
          </ButtonLink>
        </Panel>
        <SecurityPanel viewer={viewer} view={view} />
      </div>
    </AccountPage>
  );
}

function NamePanel({ viewer: { t }, view }: { viewer: Viewer; view: OverviewView }) {
  const { email, displayName, typedName, nameFault } = view;
  return (
    <Panel icon="person" title={displayName ?? email ?? t('overview.no_email')}>
      {displayName !== undefined && <p class="small">{email ?? t('overview.no_email')}</p>}
      <More title={t('field.display_name')} open={nameFault !== undefined}>
        <Form action="/account/name" layout="row">
          <Field
            name="display_name"
            label={t('field.display_name')}
            autocomplete="nickname"
            value={typedName ?? displayName}
            required={false}
            maxlength={80}
            error={nameFault}
          />
          <Submit look="soft">{t('save')}</Submit>
        </Form>
      </More>
    </Panel>
  );
}

function SecurityPanel({ viewer: { t }, view }: { viewer: Viewer; view: OverviewView }) {
  const { passkeys, sessions } = view;
  return (
    <Panel icon="lock" title={t('nav.security')}>
      <p>
        {passkeys === 0 ? t('overview.passkeys_none') : t('overview.passkeys', { count: passkeys })}
      </p>
      <p>{t('overview.sessions', { count: sessions })}</p>
      <ButtonLink href="/account/security" look="soft">
        {t('overview.more')}
      </ButtonLink>
    </Panel>
  );
}
