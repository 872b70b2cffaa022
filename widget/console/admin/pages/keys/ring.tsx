// One ring of signing keys: its keys, and when the next key is due.
import type { WireHealth } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';
import type { KeyPurpose } from './purposes.ts';

type Key = WireHealth['keys'][number];

const TONES = { active: 'good', next: 'info', retired: 'plain', revoked: 'bad' } as const;

const BEGAN = {
  active: 'signs_since',
  next: 'signs_from',
  retired: 'signed_from',
  revoked: 'signed_from',
} as const;

interface Props {
  purpose: KeyPurpose;
  keys: readonly Key[];
  /** Rotates the key early; absent when the role may not rotate keys. */
  onRotate?: () => void;
}

export function Ring({ purpose, keys, onRotate }: Props) {
  const t = useTexts();
  const formats = useFormats();
  const active = keys.find(({ state }) => state === 'active');
  const nextAt = active?.next_published_at;
  return (
    <Card
      title={t(`rings.of_${purpose}`)}
      aside={
        onRotate !== undefined &&
        nextAt !== undefined && (
          <Button
            aria-label={`${t('rings.rotate')}: ${t(`rings.of_${purpose}`)}`}
            onPress={onRotate}
          >
            {t('rings.rotate')}
          </Button>
        )
      }
    >
      <p className="muted">{t(`rings.of_${purpose}_text`)}</p>
      {keys.length === 0 && <p>{t('rings.none')}</p>}
      <ul className="rows">
        {keys.map(({ kid, state, active_from: at }) => (
          <li key={kid} className="row">
            <span className="row-text">
              <bdi className="code">{kid}</bdi>
              <span className="table-note">
                {t(`rings.${BEGAN[state]}`, { moment: formats.moment(at) })}
              </span>
            </span>
            <Badge tone={TONES[state]}>{t(`rings.state_${state}`)}</Badge>
          </li>
        ))}
      </ul>
      {nextAt !== undefined && (
        <p className="muted small">{t('rings.next_at', { moment: formats.moment(nextAt) })}</p>
      )}
    </Card>
  );
}
