// One audit entry: who did what and from where, what was changed, and its position in the hash
// chain.
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
import { describeAction } from '../../describe-action.ts';
import { Actor } from './actor.tsx';
import { Target } from './target.tsx';

/**
 * The interval at which the entry is reloaded while it has no hash. The hash, which links the entry
 * into the chain, is added shortly after the entry itself.
 */
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
      title={entry.data === undefined ? t('entry.title') : describeAction(entry.data.action, t)}
      actions={<ButtonLink href="/audit">{t('entry.all')}</ButtonLink>}
    >
      <Loaded query={entry} lines={8}>
        {(detail) => (
          <>
            <What entry={detail} />
            <Card title={t('entry.changes')}>
              <Changes before={detail.before} after={detail.after} />
            </Card>
            <Chain entry={detail} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Detail = WireAuditDetail;

function What({ entry }: { entry: Detail }) {
  const t = useTexts();
  const { action, ip, user_agent: device } = entry;
  return (
    <Card title={t('entry.what')}>
      <Facts
        facts={[
          { label: t('trail.when'), value: <Moment at={entry.created_at} isExact /> },
          { label: t('trail.who'), value: <Actor id={entry.admin_user_id} /> },
          { label: t('trail.target'), value: <Target entry={entry} /> },
          { label: t('trail.action'), value: <bdi className="code">{action}</bdi> },
          ip !== undefined && { label: t('entry.ip'), value: <bdi>{ip}</bdi> },
        ]}
      />
      {device !== undefined && (
        <p className="small muted break">
          {t('entry.device')} <bdi>{device}</bdi>
        </p>
      )}
    </Card>
  );
}

/** Shows whether the entry has remained unchanged since it was written, and how this is proven. */
function Chain({ entry }: { entry: Detail }) {
  const t = useTexts();
  return (
    <Card title={t('entry.chain')}>
      {entry.hash === null ? (
        <p className="muted">{t('entry.no_hash')}</p>
      ) : (
        <>
          <Note tone={isVerified(entry) ? 'good' : 'bad'} title={t(chainTextKey(entry))}>
            {!isVerified(entry) && <p>{t('entry.altered_text')}</p>}
            {entry.signed_at !== undefined && (
              <p>
                {t('entry.signed')} <Moment at={entry.signed_at} isExact />
              </p>
            )}
          </Note>
          <p>{t('entry.hash_text')}</p>
          <Copied text={entry.hash} label={t('entry.hash')} />
        </>
      )}
    </Card>
  );
}

type Checked = Pick<Detail, 'intact' | 'previous_intact'>;

const isVerified = (entry: Checked): boolean => entry.intact && entry.previous_intact;

function chainTextKey(entry: Checked) {
  if (isVerified(entry)) return 'entry.intact';
  return entry.intact ? 'entry.previous_altered' : 'entry.altered';
}
