// One customer: its limits, its plan, its owners, and the actions that operators can take.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { LimitsCard } from './limits-card.tsx';
import { NamesCard } from './names-card.tsx';
import { OwnersCard } from './owners-card.tsx';
import { TenantActs, type TenantDone } from './tenant-acts.tsx';
import { TenantFacts } from './tenant-facts.tsx';
import { UsageCard } from './usage-card.tsx';

export default function TenantPage() {
  const { id = '' } = useParams();
  return <OneTenant key={id} id={id} />;
}

function OneTenant({ id }: { id: string }) {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [address] = useSearchParams();
  const [done, setDone] = useState<TenantDone>();
  const tenant = useQuery({
    queryKey: ['tenant', id],
    queryFn: () => dataOf(client.GET('/admin/v1/tenants/{id}', { params: { path: { id } } })),
  });
  const mayWrite = mayDo(role, 'tenants.write');
  return (
    <Page
      title={tenant.data?.name ?? t('tenants.one')}
      actions={<ButtonLink href="/customers">{t('tenant.all')}</ButtonLink>}
    >
      {done === undefined && address.has('made') && (
        <Note tone="good" isNews title={t('tenant.made')}>
          <p>{t('tenant.made_text')}</p>
        </Note>
      )}
      {done !== undefined && (
        <Note tone="good" isNews title={t(`tenant.done_${done.act}`)}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <Loaded query={tenant} lines={8}>
        {(data) => (
          <>
            {data.state === 'suspended' && (
              <Note tone="bad" title={t('tenant.is_suspended')}>
                <p>
                  <bdi>{data.suspension_reason}</bdi>
                </p>
              </Note>
            )}
            {mayWrite && data.state !== 'ended' && <TenantActs tenant={data} onDone={setDone} />}
            <TenantFacts tenant={data} />
            <div className="columns">
              <OwnersCard tenant={data} />
              <UsageCard tenant={data} />
            </div>
            <NamesCard tenantId={data.id} mayWrite={mayWrite} />
            <LimitsCard
              tenant={data}
              mayWrite={mayWrite && data.state !== 'ended'}
              onDone={setDone}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
