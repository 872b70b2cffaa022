// One ring: its keys, and when the next one is due.
import {
  PUBLISH_AHEAD_MS,
  ROTATION_MS,
  type Purpose,
} from '../../../../../src/domain/signing-keys/ring.ts';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';

type Key = components['schemas']['Health']['keys'][number];

const TONES = { active: 'good', next: 'info', retired: 'plain', revoked: 'bad' } as const;

const BEGAN = {
  active: 'signs_since',
  next: 'signs_from',
  retired: 'signed_from',
  revoked: 'signed_from',
} as const;

interface Props {
  purpose: Purpose;
  keys: readonly Key[];
  /** Absent where the role may not. */
  onRotate?: () => void;
}

export function Ring({ purpose, keys, onRotate }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const active = keys.find(({ state }) => state === 'active');
  const isNextThere = keys.some(({ state }) => state === 'next');
  const mayAsk = onRotate !== undefined && active !== undefined && !isNextThere;
  return (
    <Card
      title={t(`keys.of_${purpose}`)}
      aside={
        mayAsk && (
          <Button aria-label={`${t('keys.rotate')}: ${t(`keys.of_${purpose}`)}`} onPress={onRotate}>
            {t('keys.rotate')}
          </Button>
        )
      }
    >
      <p className="muted">{t(`keys.of_${purpose}_text`)}</p>
      {keys.length === 0 && <p>{t('keys.none')}</p>}
      <ul className="rows">
        {keys.map(({ kid, state, active_from: at }) => (
          <li key={kid} className="row">
            <span className="row-text">
              <bdi className="code">{kid}</bdi>
              <span className="table-note">
                {t(`keys.${BEGAN[state]}`, { moment: formats.moment(at) })}
              </span>
            </span>
            <Badge tone={TONES[state]}>{t(`keys.state_${state}`)}</Badge>
          </li>
        ))}
      </ul>
      {active !== undefined && !isNextThere && (
        <p className="muted small">
          {t('keys.next_at', { moment: formats.moment(publishedAt(active)) })}
        </p>
      )}
    </Card>
  );
}

/** When the service makes the next key by itself (D-33). */
const publishedAt = ({ active_from: at }: Key): string =>
  new Date(Date.parse(at) + ROTATION_MS - PUBLISH_AHEAD_MS).toISOString();
