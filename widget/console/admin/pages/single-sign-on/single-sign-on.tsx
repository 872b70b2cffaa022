// How operators sign in with an identity provider. Superadmins configure the provider and see which
// operators are linked to it.
import { Page } from '../../../shell/page.tsx';
import { RegisterCard } from '../../../single-sign-on/register-card.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { useSso } from '../../queries.ts';
import { Links } from './links.tsx';
import { OperatorsDemand } from './operators-demand.tsx';
import { OperatorsProvider } from './operators-provider.tsx';

export default function SingleSignOn() {
  const t = useTexts();
  const sso = useSso();
  return (
    <Page title={t('sso.title')} lead={t('operator_sso.lead')}>
      <Loaded query={sso} lines={8}>
        {(data) => (
          <>
            <Note>
              <p>{t('operator_sso.factor_text')}</p>
            </Note>
            <RegisterCard sso={data} />
            <OperatorsProvider sso={data} />
            {data.issuer !== null && <OperatorsDemand sso={data} />}
            {data.issuer !== null && <Links />}
          </>
        )}
      </Loaded>
    </Page>
  );
}
