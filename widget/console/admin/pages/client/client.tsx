// One OAuth client: its owner, its addresses, its permissions, and the settings that only operators
// can change.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Addresses } from './addresses.tsx';
import { ClientFacts } from './client-facts.tsx';
import { PkceCard, type RuleDone } from './pkce-card.tsx';

export default function ClientPage() {
  const { id = '' } = useParams();
  return <OneClient key={id} id={id} />;
}

function OneClient({ id }: { id: string }) {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [done, setDone] = useState<RuleDone>();
  const found = useQuery({
    queryKey: ['client', id],
    queryFn: () => dataOf(client.GET('/admin/v1/oauth-clients/{id}', { params: { path: { id } } })),
  });
  return (
    <Page
      title={found.data?.name ?? t('oauth.one')}
      actions={<ButtonLink href="/clients">{t('oauth.all')}</ButtonLink>}
    >
      {done !== undefined && (
        <Note tone="good" isNews title={t(`oauth.${done.rule}${done.now}`)}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <Loaded query={found} lines={8}>
        {(data) => (
          <>
            <ClientFacts found={data} />
            <PkceCard found={data} mayChange={mayDo(role, 'clients.manage')} onDone={setDone} />
            <Addresses found={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
