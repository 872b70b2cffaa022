// Single sign-on of the team with its own identity provider: owners set it up, prove their domains,
// and see who is linked.
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSso } from '../../queries.ts';
import { DemandCard } from './demand-card.tsx';
import { DomainsCard } from './domains-card.tsx';
import { Links } from './links.tsx';
import { ProviderCard } from './provider-card.tsx';
import { RegisterCard } from './register-card.tsx';

export default function SingleSignOn() {
  const t = useTexts();
  const sso = useSso();
  return (
    <Page title={t('sso.title')} lead={t('sso.lead')}>
      <Loaded query={sso} lines={8}>
        {(data) => (
          <>
            <RegisterCard sso={data} />
            <ProviderCard sso={data} />
            <DomainsCard domains={data.domains} />
            {data.issuer !== null && <DemandCard sso={data} />}
            {data.issuer !== null && <Links />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
