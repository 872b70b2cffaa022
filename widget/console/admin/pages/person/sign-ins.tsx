import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Badge } from '../../../ui/card.tsx';
import { OwnList } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';

const TONES = { success: 'good', failed: 'warn', locked: 'bad', suspended: 'bad' } as const;

/** Where the person is signed in, and recent attempts to sign in. */
export function SignIns({ id }: { id: number }) {
  const t = useTexts();
  const client = useClient();
  const path = { id };
  return (
    <div className="columns">
      <OwnList
        title={t('person.count_sessions')}
        none={t('person.no_sessions')}
        queryKey={['person', id, 'sessions']}
        load={() => pageOf(client.GET('/admin/v1/accounts/{id}/sessions', { params: { path } }))}
        keyOf={(session) => session.id}
      >
        {(session) => (
          <>
            <span className="row-text">
              <bdi>{session.device}</bdi>
              <Where place={session.place} ip={session.ip} />
            </span>
            <Moment at={session.last_seen_at} />
          </>
        )}
      </OwnList>
      <OwnList
        title={t('person.count_logins')}
        none={t('person.no_logins')}
        queryKey={['person', id, 'logins']}
        load={(page) =>
          pageOf(
            client.GET('/admin/v1/accounts/{id}/login-history', {
              params: { path, query: page },
            }),
          )
        }
        keyOf={(login) => login.id}
      >
        {(login) => (
          <>
            <Badge tone={TONES[login.outcome]}>{t(`login.${login.outcome}`)}</Badge>
            <span className="row-text">
              {t(`login.by_${login.method}`)} · <bdi>{login.device}</bdi>
              <Where place={login.place} ip={login.ip} />
            </span>
            <Moment at={login.at} />
          </>
        )}
      </OwnList>
    </div>
  );
}

const Where = ({ place, ip }: { place: string | undefined; ip: string | undefined }) =>
  place === undefined && ip === undefined ? null : (
    <bdi className="table-note">{[place, ip].filter((part) => part !== undefined).join(' · ')}</bdi>
  );
