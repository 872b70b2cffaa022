// The page of one person: the account's data, its sign-ins, sites, passkeys and notices, and the
// actions that operators can take.
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
import { Acts, type PersonDone } from './acts.tsx';
import { Belongings } from './belongings.tsx';
import { PersonFacts } from './person-facts.tsx';
import { SignIns } from './sign-ins.tsx';

export default function PersonPage() {
  const { id = '' } = useParams();
  return <Person key={id} id={Number(id)} />;
}

function Person({ id }: { id: number }) {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [done, setDone] = useState<PersonDone>();
  const isRemoved = done?.act === 'delete';
  const person = useQuery({
    queryKey: ['person', id],
    queryFn: () => dataOf(client.GET('/admin/v1/accounts/{id}', { params: { path: { id } } })),
    enabled: !isRemoved,
  });
  const { email, display_name: name, subject } = person.data ?? {};
  return (
    <Page
      title={email ?? name ?? subject ?? t('person.title', { id })}
      actions={<ButtonLink href="/people">{t('person.all')}</ButtonLink>}
    >
      {done !== undefined && (
        <Note tone="good" isNews title={t(`person.done_${done.act}`)}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      {!isRemoved && (
        <Loaded query={person} lines={8}>
          {(account) => (
            <>
              {mayDo(role, 'accounts.write') && <Acts account={account} onDone={setDone} />}
              <PersonFacts account={account} />
              <SignIns id={id} />
              <Belongings id={id} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}
