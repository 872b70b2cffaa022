// One OAuth client: its settings, its secret, and how a library uses it.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { ClientActions } from './client-actions.tsx';
import { ClientForm } from './client-form.tsx';
import { Recipe } from './recipe.tsx';

export default function OAuthClient() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const { id = '' } = useParams();
  const found = useQuery({
    queryKey: ['clients', id],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/oauth-clients/{id}', { params: { path: { id } } })),
  });
  const mayWrite = mayDo(role, 'clients.write');
  return (
    <Page
      title={found.data?.name ?? t('client.title')}
      actions={<ButtonLink href="/clients">{t('client.all')}</ButtonLink>}
    >
      <Loaded query={found} lines={6}>
        {(data) => (
          <>
            <Card>
              <Copied text={data.client_id} label={t('client.id')} />
              <Facts
                facts={[
                  {
                    label: t('clients.kind'),
                    value: t(
                      data.token_endpoint_auth_method === 'none'
                        ? 'clients.public_long'
                        : 'clients.confidential_long',
                    ),
                  },
                  { label: t('sessions.created'), value: <Moment at={data.created_at} isExact /> },
                  data.previous_secret_expires_at !== undefined && {
                    label: t('client.old_secret'),
                    value: (
                      <>
                        {t('keys.ends')} <Moment at={data.previous_secret_expires_at} />
                      </>
                    ),
                  },
                  data.pkce_optional && {
                    label: 'PKCE',
                    value: t(
                      data.nonce_optional ? 'client.nonce_optional' : 'client.pkce_optional',
                    ),
                  },
                ]}
              />
              {mayWrite && <ClientActions found={data} />}
            </Card>
            <Recipe found={data} />
            <ClientForm key={data.id} found={data} mayWrite={mayWrite} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
