// The customer's events of the last 30 days, newest first, as `GET /api/v1/events` returns them and
// endpoints receive them.
import { useInfiniteQuery } from '@tanstack/react-query';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, ErrorNote } from '../../../ui/note.tsx';
import { FirstStep } from '../../first-step.tsx';
import { EventEntry } from './event-entry.tsx';

const PER_PAGE = 25;
const FEED = 'GET /api/v1/events';

export default function Events() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const events = useInfiniteQuery({
    queryKey: ['events', mode],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        client.GET('/dashboard/v1/events', {
          params: { query: { mode, limit: PER_PAGE, ...(before !== undefined && { before }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
  });
  return (
    <Page
      title={t('events.title')}
      lead={t('events.lead', { path: FEED })}
      actions={
        <Button isPending={events.isRefetching} onPress={() => void events.refetch()}>
          {t('requests.refresh')}
        </Button>
      }
    >
      <Card>
        <Loaded query={events} lines={8}>
          {({ pages }) =>
            pages[0]?.length === 0 ? (
              <Empty icon="history" title={t('events.none')} text={t('events.none_text')}>
                <FirstStep />
              </Empty>
            ) : (
              <>
                <ul className="rows">
                  {pages.flat().map((event) => (
                    <EventEntry key={event.id} event={event} />
                  ))}
                </ul>
                {events.isFetchNextPageError && <ErrorNote error={events.error} />}
                {events.hasNextPage && (
                  <Button
                    isPending={events.isFetchingNextPage}
                    onPress={() => void events.fetchNextPage()}
                  >
                    {t('events.older')}
                  </Button>
                )}
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}
