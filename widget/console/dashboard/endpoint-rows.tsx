import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { WireWebhook } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/note.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { useWebhooks } from './queries.ts';

interface Props {
  /** The number of placeholder lines while the endpoints load. */
  lines: number;
  /** A link to the page where the first endpoint is added; absent on that page itself. */
  way?: ReactNode;
  /** Returns the content to show next to an endpoint's URL. */
  renderDetail: (endpoint: WireWebhook) => ReactNode;
}

/**
 * The customer's endpoints, each with its state and its URL, which links to the endpoint's page.
 */
export function EndpointRows({ lines, way, renderDetail }: Props) {
  const t = useTexts();
  const webhooks = useWebhooks();
  return (
    <Loaded query={webhooks} lines={lines}>
      {({ rows }) =>
        rows.length === 0 ? (
          <Empty icon="hook" title={t('endpoints.empty')} text={t('endpoints.empty_text')}>
            {way}
          </Empty>
        ) : (
          <ul className="rows">
            {rows.map((endpoint) => (
              <li key={endpoint.id} className="row">
                <EndpointState endpoint={endpoint} />
                <Link href={`/webhooks/${endpoint.id}`} className="row-text">
                  <bdi>{endpoint.url}</bdi>
                </Link>
                {renderDetail(endpoint)}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
