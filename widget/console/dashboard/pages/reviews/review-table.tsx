import { Link } from 'wouter';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { Badge } from '../../../ui/card.tsx';
import { Moment } from '../../../ui/moment.tsx';

type Waiting = components['schemas']['ListedReview'];

/** Of the 72 hours: who may decide has had a mail at 48. */
const LATE_MS = 24 * 3_600_000;

export function ReviewTable({ rows }: { rows: readonly Waiting[] }) {
  const t = useTexts();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('reviews.requested')}</th>
          <th scope="col">{t('reviews.due')}</th>
          <th scope="col">{t('sessions.asked')}</th>
          <th scope="col">{t('sessions.user')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="table-main">
              <Link href={`/reviews/${row.id}`} className="table-link">
                <Moment at={row.requested_at} />
              </Link>
            </td>
            <td data-label={t('reviews.due')}>
              <Badge tone={Date.parse(row.due_at) - Date.now() < LATE_MS ? 'warn' : 'plain'}>
                <Moment at={row.due_at} />
              </Badge>
            </td>
            <td data-label={t('sessions.asked')}>
              {row.gate === undefined ? t('newest.identity') : t('newest.age', { age: row.gate })}
            </td>
            <td
              data-label={t('sessions.user')}
              className={row.external_user_id === undefined ? 'table-none' : ''}
            >
              <span className="code" dir="ltr">
                {row.external_user_id ?? '–'}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
