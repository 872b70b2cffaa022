// Sessions that wait for a person of the customer, the one that ends first at the top.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { pageOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { SOON_MS } from '../../queries.ts';
import { readPage } from '../sessions/session-filter.ts';
import { ReviewTable } from './review-table.tsx';

const PER_PAGE = 25;

export default function Reviews() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const [address, setAddress] = useSearchParams();
  const page = readPage(address);
  const waiting = useQuery({
    queryKey: ['reviews', mode, page],
    queryFn: () =>
      pageOf(
        client.GET('/dashboard/v1/reviews', {
          params: { query: { mode, page, per_page: PER_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: SOON_MS,
  });
  return (
    <Page title={t('reviews.title')} lead={t('reviews.lead')}>
      <Card>
        <Loaded query={waiting} lines={6}>
          {({ rows, total, pages }) =>
            rows.length === 0 ? (
              <Empty icon="eye" title={t('reviews.none')} text={t(`reviews.none_${mode}`)} />
            ) : (
              <>
                <ReviewTable rows={rows} />
                <Pager
                  page={page}
                  pages={pages}
                  total={total}
                  onPage={(next) => setAddress({ page: String(next) })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
