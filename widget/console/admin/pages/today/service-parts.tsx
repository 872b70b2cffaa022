import { useTexts } from '../../../texts/context.ts';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useHealth } from '../../queries.ts';

const TONES = { ok: 'good', degraded: 'warn', down: 'bad' } as const;
const CHECKS = [
  'd1',
  'objects',
  'queues',
  'keys',
  'schedule',
  'face',
  'documents',
  'wallet',
  'wallet_lists',
  'storage',
  'ledgers',
] as const;

/** Each part of the service, and whether it works. */
export function ServiceParts() {
  const t = useTexts();
  const health = useHealth();
  return (
    <Card title={t('service.title')}>
      <Loaded query={health} lines={2}>
        {({ status, checks }) => (
          <>
            <p>
              <strong>{t(`service.all_${status}`)}</strong>
            </p>
            <ul className="service-parts">
              {CHECKS.map((name) => (
                <li key={name} className="service-part">
                  <span>{t(`service.${name}`)}</span>
                  <Badge tone={TONES[checks[name]]}>{t(`service.is_${checks[name]}`)}</Badge>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Card>
  );
}
