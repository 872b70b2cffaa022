import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useHealth } from '../../queries.ts';
import { Count } from './count.tsx';

const FAILED = ['deliveries', 'mails'] as const;

/** Work that failed and is not retried automatically. */
export function Failures() {
  const t = useTexts();
  const health = useHealth();
  return (
    <Card title={t('waiting.failures')}>
      <Loaded query={health} lines={2}>
        {({ failures }) => (
          <ul className="rows">
            {FAILED.map((name) => (
              <Count
                key={name}
                label={t(`waiting.failed_${name}`)}
                tone="bad"
                {...failures[name]}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
