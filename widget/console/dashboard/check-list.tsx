import type { WireReview } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Badge } from '../ui/card.tsx';

type Checks = WireReview['checks'];

/** The parts that a check can have. The API's other parts are reserved for later. */
const CHECKS = ['liveness', 'age', 'document', 'face_match', 'eu_wallet'] as const;

/** The parts of a check, each with its outcome. */
export function CheckList({ checks }: { checks: Checks }) {
  const t = useTexts();
  const performed = CHECKS.filter((name) => checks[name].performed);
  if (performed.length === 0) return <p className="muted">{t('session.no_checks')}</p>;
  return (
    <ul className="rows">
      {performed.map((name) => (
        <li key={name} className="row">
          <span className="row-text">{t(`check.${name}`)}</span>
          <Badge tone={checks[name].passed ? 'good' : 'bad'}>
            {t(checks[name].passed ? 'status.success' : 'status.failed')}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
