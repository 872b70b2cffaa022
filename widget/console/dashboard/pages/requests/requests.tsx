// The API calls made with the customer's keys in recent days, newest first, with their responses.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { withValue } from '../../../ui/address.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, ErrorNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { Table } from '../../../ui/table.tsx';
import { FirstStep } from '../../first-step.tsx';
import { requestColumns } from './request-columns.tsx';

const PER_PAGE = 50;

export default function Requests() {
  const t = useTexts();
  const [address, setAddress] = useSearchParams();
  const isErrors = address.get('show') === 'errors';
  const lines = useLines(isErrors);
  return (
    <Page
      title={t('requests.title')}
      lead={t('requests.lead')}
      actions={
        <Button isPending={lines.isRefetching} onPress={() => void lines.refetch()}>
          {t('requests.refresh')}
        </Button>
      }
    >
      <div className="filters">
        <Select
          label={t('requests.show')}
          value={isErrors ? 'errors' : ''}
          onChange={(value) => setAddress((now) => withValue(now, 'show', value))}
          options={[
            { value: '', label: t('filter.all') },
            { value: 'errors', label: t('requests.errors') },
          ]}
        />
      </div>
      <Card>
        <Loaded query={lines} lines={8}>
          {({ pages }) =>
            pages[0]?.length === 0 ? (
              <Empty
                icon="list"
                title={t(isErrors ? 'requests.no_errors' : 'requests.none')}
                text={t(isErrors ? 'requests.no_errors_text' : 'requests.none_text')}
              >
                {!isErrors && <FirstStep />}
              </Empty>
            ) : (
              <Lines lines={lines} pages={pages} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

/** @param isErrors whether to list only calls that were refused or failed */
function useLines(isErrors: boolean) {
  const mode = useMode();
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['requests', mode, isErrors],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        client.GET('/dashboard/v1/requests', {
          params: {
            query: {
              mode,
              only_errors: isErrors,
              limit: PER_PAGE,
              ...(before !== undefined && { before }),
            },
          },
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
  });
}

type Query = ReturnType<typeof useLines>;

interface LinesProps {
  lines: Query;
  pages: NonNullable<Query['data']>['pages'];
}

function Lines({ lines, pages }: LinesProps) {
  const t = useTexts();
  const formats = useFormats();
  return (
    <>
      <Table rows={pages.flat()} columns={requestColumns(t, formats)} keyOf={(line) => line.id} />
      {lines.isFetchNextPageError && <ErrorNote error={lines.error} />}
      {lines.hasNextPage && (
        <Button isPending={lines.isFetchingNextPage} onPress={() => void lines.fetchNextPage()}>
          {t('requests.older')}
        </Button>
      )}
    </>
  );
}
