import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Badge } from '../../../ui/card.tsx';
import { OwnList } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';

/** The connected sites, passkeys and notices of an account. */
export function Belongings({ id }: { id: number }) {
  const t = useTexts();
  const client = useClient();
  const path = { id };
  const paged = (query: { page: number; per_page: number }) => ({ params: { path, query } });
  return (
    <div className="columns">
      <OwnList
        title={t('person.count_connections')}
        none={t('person.no_connections')}
        queryKey={['person', id, 'connections']}
        load={(page) => pageOf(client.GET('/admin/v1/accounts/{id}/connections', paged(page)))}
        keyOf={(connection) => connection.client_id}
      >
        {(connection) => (
          <>
            <span className="row-text">
              <bdi>{connection.client_name}</bdi>
              <span className="table-note code" dir="ltr">
                {connection.scopes.join(' ')}
              </span>
            </span>
            <Moment at={connection.last_shared_at} />
          </>
        )}
      </OwnList>
      <OwnList
        title={t('person.count_passkeys')}
        none={t('person.no_passkeys')}
        queryKey={['person', id, 'passkeys']}
        load={() => pageOf(client.GET('/admin/v1/accounts/{id}/passkeys', { params: { path } }))}
        keyOf={(passkey) => passkey.id}
      >
        {(passkey) => (
          <>
            <bdi className="row-text">{passkey.name}</bdi>
            {passkey.last_used_at !== undefined && <Moment at={passkey.last_used_at} />}
            {passkey.backed_up && <Badge>{t('person.synced')}</Badge>}
          </>
        )}
      </OwnList>
      <OwnList
        title={t('person.count_notifications')}
        none={t('person.no_notifications')}
        queryKey={['person', id, 'notifications']}
        load={(page) => pageOf(client.GET('/admin/v1/accounts/{id}/notifications', paged(page)))}
        keyOf={(notice) => notice.id}
      >
        {(notice) => (
          <>
            <bdi className="row-text code">{notice.type}</bdi>
            <Moment at={notice.created_at} />
            {notice.read_at === undefined && <Badge>{t('person.unread')}</Badge>}
          </>
        )}
      </OwnList>
    </div>
  );
}
