// Follows one test session until it has ended and its events have arrived.
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireSessionFile } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, Note } from '../../../ui/note.tsx';
import { isSettled, DELIVERY_POLL_MS } from '../../pending-deliveries.ts';
import { useWebhooks } from '../../queries.ts';
import { explainReason } from '../../explain-reason.ts';
import { SessionStatus } from '../../session-status.tsx';
import { Deliveries } from '../session/deliveries.tsx';
import { Timeline } from '../session/timeline.tsx';
import { OpenLinks } from './open-links.tsx';

type File = WireSessionFile;

interface Props {
  token: string;
  /** Known only when this page has just started the session. */
  verifyUrl: string | undefined;
}

export function Watch({ token, verifyUrl }: Props) {
  const t = useTexts();
  const client = useClient();
  const session = useQuery({
    queryKey: ['session', token],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/sessions/{token}', { params: { path: { token } } })),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isSettled(data, Date.now()) ? false : DELIVERY_POLL_MS,
  });
  return (
    <Loaded query={session} lines={6}>
      {(file) => (
        <>
          <Card
            title={t(`try.now_${phaseOf(file)}`)}
            aside={
              <span aria-live="polite">
                <SessionStatus status={file.status} />
              </span>
            }
          >
            <Phase file={file} verifyUrl={verifyUrl} />
          </Card>
          <div className="columns">
            <Timeline file={file} />
            <Events rows={file.deliveries} />
          </div>
        </>
      )}
    </Loaded>
  );
}

/**
 * The deliveries of the session's events. If there are none and no enabled endpoint receives test
 * events, shows how to add an endpoint instead.
 */
function Events({ rows }: { rows: File['deliveries'] }) {
  const t = useTexts();
  const { role } = useUser();
  const webhooks = useWebhooks({ enabled: mayDo(role, 'webhooks.read') });
  const listens = webhooks.data?.rows.some(
    ({ state, mode }) => state === 'enabled' && mode !== 'live',
  );
  if (rows.length > 0 || listens !== false) return <Deliveries rows={rows} />;
  return (
    <Card title={t('deliveries.title')}>
      <Empty icon="hook" title={t('try.no_endpoint')} text={t('try.no_endpoint_text')}>
        <ButtonLink href="/webhooks">{t('webhooks.add')}</ButtonLink>
      </Empty>
    </Card>
  );
}

type PhaseName = 'waiting' | 'open' | 'over';

function phaseOf({ status }: File): PhaseName {
  if (status === 'pending') return 'waiting';
  return status === 'in_progress' ? 'open' : 'over';
}

function Phase({ file, verifyUrl }: { file: File; verifyUrl: string | undefined }) {
  const t = useTexts();
  switch (phaseOf(file)) {
    case 'waiting':
      return verifyUrl === undefined ? (
        <p className="muted">{t('try.link_gone')}</p>
      ) : (
        <OpenLinks verifyUrl={verifyUrl} />
      );
    case 'open':
      return <p>{t('try.open_text')}</p>;
    case 'over':
      return (
        <>
          <Note
            tone={file.status === 'success' ? 'good' : file.status === 'failed' ? 'bad' : 'info'}
            title={t(`status.${file.status}`)}
            isNews
          >
            {file.reason !== undefined && <p>{explainReason(file.reason, t)}</p>}
          </Note>
          <div className="page-actions">
            <ButtonLink href={`/sessions/${file.token}`}>{t('try.whole')}</ButtonLink>
          </div>
        </>
      );
  }
}
