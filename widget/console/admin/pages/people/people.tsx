// Everybody who has an account, newest first: searched, filtered, by page.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ACCOUNT_STATUSES } from '../../account-status.tsx';
import { readChoice, readDay, readPage, withValue } from '../../address.ts';
import { PeopleFilters } from './people-filters.tsx';
import { PeopleTable } from './people-table.tsx';

const PER_PAGE = 25;

export default function People() {
  const t = useTexts();
  const client = useClient();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const page = readPage(address);
  const people = useQuery({
    queryKey: ['people', filter, page],
    queryFn: () =>
      pageOf(
        client.GET('/admin/v1/accounts', {
          params: { query: { ...filter, page, per_page: PER_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={t('people.title')} lead={t('people.lead')}>
      <PeopleFilters address={address} onChange={setAddress} />
      <Card>
        <Loaded query={people} lines={8}>
          {({ rows, total, pages }) =>
            rows.length === 0 ? (
              <Empty
                icon="person"
                title={t(isFiltered ? 'people.none' : 'people.empty')}
                text={t(isFiltered ? 'people.none_text' : 'people.empty_text')}
              />
            ) : (
              <>
                <PeopleTable rows={rows} />
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
  const search = address.get('search')?.trim();
  const status = readChoice(address, 'status', ACCOUNT_STATUSES);
  const confirmed = readChoice(address, 'confirmed', ['true', 'false']);
  const from = readDay(address, 'from');
  const to = readDay(address, 'to');
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(confirmed && { verified: confirmed === 'true' }),
    ...(from && { start_date: from }),
    ...(to && { end_date: to }),
  };
}
