// Everything that operators did, newest first: filtered, by page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { readChoice, readDay, readPage, withValue } from '../../address.ts';
import { ACTIONS, sayAction } from '../../say-action.ts';
import { Doer } from './doer.tsx';
import { Target } from './target.tsx';
import { TrailFilters } from './trail-filters.tsx';

const PER_PAGE = 25;

export default function Trail() {
  const t = useTexts();
  const client = useClient();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const page = readPage(address);
  const trail = useQuery({
    queryKey: ['trail', filter, page],
    queryFn: () =>
      pageOf(
        client.GET('/admin/v1/audit', {
          params: { query: { ...filter, page, per_page: PER_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('trail.title')} lead={t('trail.lead')}>
      <TrailFilters address={address} onChange={setAddress} />
      <Card>
        <Loaded query={trail} lines={8}>
          {({ rows, total, pages }) =>
            rows.length === 0 ? (
              <Empty icon="list" title={t('trail.none')} text={t('trail.none_text')} />
            ) : (
              <>
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">{t('trail.action')}</th>
                      <th scope="col">{t('trail.target')}</th>
                      <th scope="col">{t('trail.who')}</th>
                      <th scope="col">{t('trail.when')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.id}>
                        <td className="table-main">
                          <Link href={`/audit/${row.id}`} className="table-link">
                            {sayAction(row.action, t)}
                          </Link>
                        </td>
                        <td data-label={t('trail.target')}>
                          <Target entry={row} />
                        </td>
                        <td data-label={t('trail.who')}>
                          <Doer id={row.admin_user_id} />
                        </td>
                        <td data-label={t('trail.when')}>
                          <Moment at={row.created_at} isExact />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <Pager
                  page={page}
                  pages={pages}
                  total={total}
                  onPage={(next) => setAddress((now) => withValue(now, 'page', String(next)))}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

/** What the address does not say, or says wrongly, is not asked for. */
function readFilter(address: URLSearchParams) {
  const action = readChoice(address, 'action', ACTIONS);
  const operator = address.get('operator') ?? '';
  const from = readDay(address, 'from');
  const to = readDay(address, 'to');
  return {
    ...(action && { action }),
    ...(/^[1-9]\d{0,14}$/.test(operator) && { admin_user_id: Number(operator) }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
  };
}
