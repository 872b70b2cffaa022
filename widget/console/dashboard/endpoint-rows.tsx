import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { WireWebhook } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Empty } from '../ui/note.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { useWebhooks } from './queries.ts';

interface Props {
  /** While they are awaited. */
  lines: number;
  /** To where the first is added, unless it is this page. */
  way?: ReactNode;
  /** Beside its address. */
  say: (endpoint: WireWebhook) => ReactNode;
}

/** The customer's endpoints: state and address, which leads to its page. */
export function EndpointRows({ lines, way, say }: Props) {
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
                {say(endpoint)}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
