// One endpoint: its state with the possible actions, a test event, and its deliveries.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Note } from '../../../ui/note.tsx';
import { EndpointState } from '../../endpoint-state.tsx';
import { SOON_MS } from '../../queries.ts';
import { DeliveryList } from './delivery-list.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { TestEvent } from './test-event.tsx';

export default function Webhook() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const { id = '' } = useParams();
  const endpoint = useQuery({
    queryKey: ['webhooks', id],
    queryFn: () => dataOf(client.GET('/dashboard/v1/webhooks/{id}', { params: { path: { id } } })),
    // The endpoint's state is reloaded regularly, because an endpoint can start to fail or be
    // disabled automatically.
    refetchInterval: SOON_MS,
  });
  const mayWrite = mayDo(role, 'webhooks.write');
  return (
    <Page
      title={t('webhook.title')}
      actions={<ButtonLink href="/webhooks">{t('webhook.all')}</ButtonLink>}
    >
      <Loaded query={endpoint} lines={4}>
        {(data) => (
          <>
            <Card>
              <h2 className="break">
                <bdi>{data.url}</bdi>
              </h2>
              <Facts
                facts={[
                  { label: t('keys.status'), value: <EndpointState endpoint={data} /> },
                  { label: t('webhooks.mode'), value: t(`webhooks.mode_${data.mode}`) },
                  {
                    label: t('webhooks.events'),
                    value: data.events.map((event) => t(`event.${event}`)).join(' · '),
                  },
                  data.failing_since !== undefined && {
                    label: t('webhook.failing_since'),
                    value: <Moment at={data.failing_since} isExact />,
                  },
                ]}
              />
              {data.disabled_reason !== undefined && (
                <Note tone="bad">
                  <p>{t(`webhook.disabled_${data.disabled_reason}`)}</p>
                </Note>
              )}
              {mayWrite && <EndpointActions endpoint={data} />}
            </Card>
            {mayWrite && data.state === 'enabled' && <TestEvent endpoint={data} />}
            <DeliveryList endpointId={data.id} mayReplay={mayWrite} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
