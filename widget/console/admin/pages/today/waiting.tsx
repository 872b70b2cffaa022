import type { WireHealth } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { useHealth } from '../../queries.ts';
import { Count } from './count.tsx';
import { Storage } from './storage.tsx';

const OVERDUE = [
  'deliveries',
  'mails',
  'sessions',
  'audit_entries',
  'logout_notices',
  'grants',
  'account_deletions',
] as const;

/** Overdue work, the lengths of the queues, messages that the queues gave up on, and storage. */
export function Waiting() {
  const t = useTexts();
  const formats = useFormats();
  const health = useHealth();
  return (
    <Card title={t('waiting.title')}>
      <Loaded query={health} lines={6}>
        {({ overdue, queues, dead_letters: dead, storage, ledgers, ...lists }) => (
          <>
            <h3>{t('waiting.overdue')}</h3>
            <ul className="rows">
              {OVERDUE.map((name) => (
                <Count key={name} label={t(`waiting.${name}`)} tone="warn" {...overdue[name]} />
              ))}
            </ul>
            <h3>{t('waiting.queues')}</h3>
            <ul className="rows">
              {queues.map(({ name, messages, oldest_at: since }) => (
                <li key={name} className="row">
                  <bdi className="row-text code">{name}</bdi>
                  {since !== undefined && <Moment at={since} />}
                  <Badge>{formats.number(messages)}</Badge>
                </li>
              ))}
              {dead.map(({ queue, count, newest_at: newest }) => (
                <li key={`dead-${queue}`} className="row">
                  <span className="row-text">
                    {t('waiting.dead')} <bdi className="code">{queue}</bdi>
                  </span>
                  <Moment at={newest} />
                  <Badge tone="bad">{formats.number(count)}</Badge>
                </li>
              ))}
            </ul>
            {dead.length === 0 && <p className="muted">{t('waiting.no_dead')}</p>}
            <Storage database={storage} ledgers={ledgers} />
            <Lists {...lists} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/**
 * The wallets' status lists that are unusable, and trust lists that are due for renewal. Renders
 * nothing if there are none.
 */
function Lists({
  wallet_lists: lists,
  wallet_trust_lists: trusted,
}: Pick<WireHealth, 'wallet_lists' | 'wallet_trust_lists'>) {
  const t = useTexts();
  if (lists.length + trusted.length === 0) return null;
  return (
    <>
      <h3>{t('waiting.lists')}</h3>
      <ul className="rows">
        {lists.map(({ uri, failure, ended_at: ended }) => (
          <li key={uri} className="row">
            <bdi className="row-text code">{uri}</bdi>
            {ended !== undefined && <Moment at={ended} />}
            <Badge tone="warn">{failure ?? 'stale'}</Badge>
          </li>
        ))}
        {trusted.map(({ name, next_update_at: due }) => (
          <li key={name} className="row">
            <bdi className="row-text code">{name}</bdi>
            <Moment at={due} />
            <Badge tone="warn">stale</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}
