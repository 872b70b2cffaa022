import { Link } from 'wouter';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { Moment } from '../../../ui/moment.tsx';
import { SessionStatus } from '../../session-status.tsx';
import { sayReason } from '../../say-reason.ts';

type Listed = components['schemas']['ListedSession'];

/** Rows that become cards where a table has no room. */
export function SessionTable({ rows }: { rows: readonly Listed[] }) {
  const t = useTexts();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('sessions.created')}</th>
          <th scope="col">{t('sessions.status')}</th>
          <th scope="col">{t('sessions.asked')}</th>
          <th scope="col">{t('sessions.user')}</th>
          <th scope="col">{t('sessions.country')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.token}>
            <td className="table-main">
              <Link href={`/sessions/${row.token}`} className="table-link">
                <Moment at={row.created_at} isExact />
              </Link>
            </td>
            <td>
              <SessionStatus status={row.status} />
              {row.reason !== undefined && (
                <span className="table-note">{sayReason(row.reason, t)}</span>
              )}
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
            <td
              data-label={t('sessions.country')}
              className={row.ip_country === undefined ? 'table-none' : ''}
            >
              {row.ip_country ?? '–'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
