// The team's single sign-on with its own identity provider. Owners configure the provider, prove
// their domains, and see which members are linked.
import { Page } from '../../../shell/page.tsx';
import { RegisterCard } from '../../../single-sign-on/register-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSso } from '../../queries.ts';
import { DomainsCard } from './domains-card.tsx';
import { Links } from './links.tsx';
import { OwnDemand } from './own-demand.tsx';
import { OwnProvider } from './own-provider.tsx';

export default function SingleSignOn() {
  const t = useTexts();
  const sso = useSso();
  return (
    <Page title={t('sso.title')} lead={t('sso.lead')}>
      <Loaded query={sso} lines={8}>
        {(data) => (
          <>
            <RegisterCard sso={data} />
            <OwnProvider sso={data} />
            <DomainsCard domains={data.domains} />
            {data.issuer !== null && <OwnDemand sso={data} />}
            {data.issuer !== null && <Links />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
