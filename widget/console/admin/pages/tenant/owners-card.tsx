import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminTenantDetail } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmailInput } from '../../../ui/field.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote, News } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

type Tenant = WireAdminTenantDetail;

/** The owners of a customer. Until one of them has joined, the invitation can be sent again. */
export function OwnersCard({ tenant }: { tenant: Tenant }) {
  const t = useTexts();
  const { role } = useUser();
  const { owners, counts, state } = tenant;
  const mayInvite = counts.members === 0 && state !== 'ended' && mayDo(role, 'tenants.write');
  return (
    <Card title={t('tenant.owners')}>
      {owners.length > 0 && (
        <ul className="rows">
          {owners.map(({ email, name, last_login_at: at }) => (
            <li key={email} className="row">
              <span className="row-text">
                <bdi>{email}</bdi>
                <bdi className="table-note">{name}</bdi>
              </span>
              <span className="muted small">
                {at === undefined ? t('tenant.never') : <Moment at={at} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="muted">
        {counts.members === 0 ? t('tenant.nobody') : t('tenant.members', { count: counts.members })}
      </p>
      {mayInvite && <Invite id={tenant.id} />}
    </Card>
  );
}

function Invite({ id }: { id: string }) {
  const t = useTexts();
  const client = useClient();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const invite = useAction(async () => {
    setSentTo(undefined);
    const body = { email: email.trim() };
    const params = { path: { id } };
    await dataOf(client.POST('/admin/v1/tenants/{id}/invitation', { params, body }));
    setSentTo(body.email);
    setEmail('');
  });
  return (
    <Form onSubmit={invite.run}>
      <EmailInput label={t('tenants.owner')} autoComplete="off" value={email} onChange={setEmail} />
      {invite.error !== undefined && (
        <ErrorNote error={invite.error} conflict={t('tenant.conflict')} />
      )}
      {sentTo !== undefined && <News tone="good">{t('tenant.invited', { email: sentTo })}</News>}
      <Button type="submit" isPending={invite.isRunning}>
        {t('tenant.invite')}
      </Button>
    </Form>
  );
}
