import { Link } from 'wouter';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { Moment } from '../../../ui/moment.tsx';
import { AccountStatus } from '../../account-status.tsx';

/** Rows that become cards where a table has no room. */
export function PeopleTable({ rows }: { rows: readonly components['schemas']['Account'][] }) {
  const t = useTexts();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t('people.person')}</th>
          <th scope="col">{t('people.status')}</th>
          <th scope="col">{t('people.language')}</th>
          <th scope="col">{t('people.created')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="table-main">
              <Link href={`/people/${row.id}`} className="table-link">
                <bdi>{row.email ?? row.display_name ?? row.subject}</bdi>
              </Link>
              {row.email !== undefined && row.display_name !== undefined && (
                <bdi className="table-note">{row.display_name}</bdi>
              )}
            </td>
            <td>
              <AccountStatus status={row.status} />
              {row.email !== undefined && !row.email_verified && (
                <span className="table-note">{t('people.unconfirmed')}</span>
              )}
            </td>
            <td data-label={t('people.language')}>{row.locale}</td>
            <td data-label={t('people.created')}>
              <Moment at={row.created_at} isExact />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
