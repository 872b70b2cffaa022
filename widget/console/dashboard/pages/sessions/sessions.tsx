// Every session of the customer, newest first: filtered, by page, as a file.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/team/rights.ts';
import { pageOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty } from '../../../ui/note.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { readFilter, readPage } from './session-filter.ts';
import { SessionTable } from './session-table.tsx';

const PER_PAGE = 25;

export default function Sessions() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const { role } = useUser();
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address);
  const page = readPage(address);
  const sessions = useQuery({
    queryKey: ['sessions', mode, filter, page],
    queryFn: () =>
      pageOf(
        client.GET('/dashboard/v1/sessions', {
          params: { query: { ...filter, mode, page, per_page: PER_PAGE } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={mayDo(role, 'sessions.export') && <ExportButton mode={mode} filter={filter} />}
    >
      <Filters address={address} onChange={setAddress} />
      <Card>
        <Loaded query={sessions} lines={8}>
          {({ rows, total, pages }) =>
            rows.length === 0 ? (
              <Empty
                icon="list"
                title={t(isFiltered ? 'sessions.none' : `newest.empty_${mode}`)}
                text={t(isFiltered ? 'sessions.none_text' : 'newest.empty_text')}
              />
            ) : (
              <>
                <SessionTable rows={rows} />
                <Pager
                  page={page}
                  pages={pages}
                  total={total}
                  onPage={(next) => setAddress((before) => withValue(before, 'page', String(next)))}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Page>
  );
}

function withValue(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before);
  after.set(name, value);
  return after;
}
