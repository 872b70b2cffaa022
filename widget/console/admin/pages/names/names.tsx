// Customers' names that resemble another company's: an operator confirms the names that really
// belong to the customer.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminQuestionedNames } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, ErrorNote, Note } from '../../../ui/note.tsx';
import { Table, type Column } from '../../../ui/table.tsx';
import { ConfirmNameDialog, type NameDone } from './confirm-name-dialog.tsx';

type QuestionedName = WireAdminQuestionedNames['names'][number];

export default function Names() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [named, setNamed] = useState<QuestionedName>();
  const [done, setDone] = useState<NameDone>();
  const found = useInfiniteQuery({
    queryKey: ['names'],
    queryFn: ({ pageParam: after }) =>
      dataOf(client.GET('/admin/v1/names', { params: { query: { after } } })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const columns = columnsOf(t, mayDo(role, 'tenants.write') ? setNamed : undefined);
  return (
    <Page title={t('names.title')} lead={t('names.lead')}>
      {done !== undefined && (
        <Note tone="good" isNews title={t('names.done', { name: done.name })}>
          {done.entryId !== undefined && (
            <Link href={`/audit/${done.entryId}`}>{t('person.see_entry')}</Link>
          )}
        </Note>
      )}
      <p className="muted small">{t('names.text')}</p>
      <Card>
        <Loaded query={found} lines={8}>
          {({ pages }) => {
            const rows = pages.flatMap(({ names }) => names);
            return (
              <>
                {rows.length > 0 && (
                  <Table
                    rows={rows}
                    columns={columns}
                    keyOf={({ place, id }) => `${place} ${id}`}
                  />
                )}
                {rows.length === 0 && !found.hasNextPage && (
                  <Empty icon="check" title={t('names.none')} text={t('names.none_text')} />
                )}
                {found.isFetchNextPageError && <ErrorNote error={found.error} />}
                {found.hasNextPage && (
                  <Button
                    isPending={found.isFetchingNextPage}
                    onPress={() => void found.fetchNextPage()}
                  >
                    {t('names.further')}
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </Card>
      {named !== undefined && (
        <ConfirmNameDialog named={named} onDone={setDone} onClose={() => setNamed(undefined)} />
      )}
    </Page>
  );
}

const columnsOf = (
  t: ConsoleTexts,
  onAsk: ((named: QuestionedName) => void) | undefined,
): Column<QuestionedName>[] => [
  {
    title: t('tenants.name'),
    place: 'head',
    cell: ({ name }) => <bdi>{name}</bdi>,
    note: ({ place }) => t(`names.place_${place}`),
    href: hrefOf,
  },
  {
    title: t('names.fault'),
    cell: ({ fault }) => (
      <Badge tone={fault === 'hides_letters' ? 'bad' : 'warn'}>{t(`names.fault_${fault}`)}</Badge>
    ),
  },
  { title: t('names.looks_like'), cell: ({ looks_like: known }) => known && <bdi>{known}</bdi> },
  {
    title: t('tenants.one'),
    cell: ({ tenant_id: id, tenant_name: name }) => (
      <Link href={`/customers/${id}`} className="table-over">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  ...actsColumn(
    t('operators.acts'),
    onAsk !== undefined &&
      ((row: QuestionedName) =>
        row.fault === 'hides_letters'
          ? []
          : [
              {
                label: t('names.confirm'),
                name: t('names.confirm_one', { name: row.name }),
                onPress: () => onAsk(row),
              },
            ]),
  ),
];

/**
 * Returns the path of the page that shows the name: the client's page for the name of a client, the
 * customer's page for every other name.
 */
const hrefOf = ({ place, id, tenant_id: tenantId }: QuestionedName): string =>
  place === 'client' ? `/clients/${id}` : `/customers/${tenantId}`;
