// One session: what was requested, the outcome, and everything that happened, in plain words.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { dataOf } from '../../../api/client.ts';
import type { WireSessionFile } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { hasPendingDeliveries, DELIVERY_POLL_MS } from '../../pending-deliveries.ts';
import { explainReason } from '../../explain-reason.ts';
import { Deliveries } from './deliveries.tsx';
import { SessionActs } from './session-acts.tsx';
import { SessionFacts } from './session-facts.tsx';
import { Timeline } from './timeline.tsx';

export default function Session() {
  const t = useTexts();
  const client = useClient();
  const { token = '' } = useParams();
  const session = useQuery({
    queryKey: ['session', token],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/sessions/{token}', { params: { path: { token } } })),
    refetchInterval: ({ state }) =>
      hasPendingDeliveries(state.data?.deliveries ?? []) ? DELIVERY_POLL_MS : false,
  });
  return (
    <Page
      title={t('session.title')}
      actions={<ButtonLink href="/sessions">{t('session.all')}</ButtonLink>}
    >
      <Loaded query={session} lines={8}>
        {(file) => (
          <>
            <Verdict file={file} />
            <SessionActs file={file} />
            <SessionFacts file={file} />
            <div className="columns">
              <Timeline file={file} />
              <Deliveries rows={file.deliveries} />
            </div>
            {file.metadata !== undefined && (
              <Card title={t('session.metadata')}>
                <pre dir="ltr">{file.metadata}</pre>
              </Card>
            )}
            <Card title={t('session.token')}>
              <Copied text={file.token} label={t('session.token')} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** A sentence that states the outcome and its reason. */
function Verdict({ file }: { file: WireSessionFile }) {
  const t = useTexts();
  const tone = ({ success: 'good', failed: 'bad' } as const)[file.status as 'success'] ?? 'info';
  return (
    <Note tone={tone} title={t(`status.${file.status}`)}>
      {file.reason !== undefined && <p>{explainReason(file.reason, t)}</p>}
      {file.reason === 'blacklist_match' && <p>{t('session.not_told')}</p>}
      {file.test === true && <p>{t('session.test')}</p>}
      {file.erased_at !== undefined && <p>{t('session.erased')}</p>}
    </Note>
  );
}
