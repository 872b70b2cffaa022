// One entry: who did what, from where, what was changed, and its place in the chain.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { dataOf } from '../../../api/client.ts';
import type { WireAuditDetail } from '../../../api/wire.ts';
import { Changes } from '../../../audit/changes.tsx';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Note } from '../../../ui/note.tsx';
import { sayAction } from '../../say-action.ts';
import { Doer } from './doer.tsx';
import { Target } from './target.tsx';

/** The link is added right after the entry: then it is asked for once more. */
const SOON_MS = 2_000;

export default function Entry() {
  const t = useTexts();
  const client = useClient();
  const { id = '' } = useParams();
  const entry = useQuery({
    queryKey: ['trail', 'entry', id],
    queryFn: () =>
      dataOf(client.GET('/admin/v1/audit/{id}', { params: { path: { id: Number(id) } } })),
    refetchInterval: ({ state }) => (state.data?.hash === null ? SOON_MS : false),
  });
  return (
    <Page
      title={entry.data === undefined ? t('entry.title') : sayAction(entry.data.action, t)}
      actions={<ButtonLink href="/audit">{t('entry.all')}</ButtonLink>}
    >
      <Loaded query={entry} lines={8}>
        {(detail) => (
          <>
            <Card title={t('entry.what')}>
              <Facts
                facts={[
                  { label: t('trail.when'), value: <Moment at={detail.created_at} isExact /> },
                  { label: t('trail.who'), value: <Doer id={detail.admin_user_id} /> },
                  { label: t('trail.target'), value: <Target entry={detail} /> },
                  {
                    label: t('trail.action'),
                    value: <bdi className="code">{detail.action}</bdi>,
                  },
                  detail.ip !== undefined && {
                    label: t('entry.ip'),
                    value: <bdi>{detail.ip}</bdi>,
                  },
                ]}
              />
              {detail.user_agent !== undefined && (
                <p className="small muted break">
                  {t('entry.device')} <bdi>{detail.user_agent}</bdi>
                </p>
              )}
            </Card>
            <Card title={t('entry.changes')}>
              <Changes before={detail.before} after={detail.after} />
            </Card>
            <Card title={t('entry.chain')}>
              {detail.hash === null ? (
                <p className="muted">{t('entry.no_hash')}</p>
              ) : (
                <>
                  <Note tone={isVerified(detail) ? 'good' : 'bad'} title={t(sayChain(detail))}>
                    {!isVerified(detail) && <p>{t('entry.altered_text')}</p>}
                    {detail.signed_at !== undefined && (
                      <p>
                        {t('entry.signed')} <Moment at={detail.signed_at} isExact />
                      </p>
                    )}
                  </Note>
                  <p>{t('entry.hash_text')}</p>
                  <Copied text={detail.hash} label={t('entry.hash')} />
                </>
              )}
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Checked = Pick<WireAuditDetail, 'intact' | 'previous_intact'>;

const isVerified = (entry: Checked): boolean => entry.intact && entry.previous_intact;

function sayChain(entry: Checked) {
  if (isVerified(entry)) return 'entry.intact';
  return entry.intact ? 'entry.previous_altered' : 'entry.altered';
}
