import { useFormats } from '../../../texts/format.ts';
import { Badge } from '../../../ui/card.tsx';
import { Moment } from '../../../ui/moment.tsx';

interface Props {
  label: string;
  /** The tone of the badge when the count is above zero. */
  tone: 'warn' | 'bad';
  count: number;
  oldest_at?: string;
}

/** A row with a count and the time of the oldest counted item. */
export function Count({ label, tone, count, oldest_at: since }: Props) {
  const formats = useFormats();
  return (
    <li className="row">
      <span className="row-text">{label}</span>
      {since !== undefined && <Moment at={since} />}
      <Badge tone={count > 0 ? tone : 'plain'}>{formats.number(count)}</Badge>
    </li>
  );
}
