// Sessions that are waiting for a decision by the customer's members, beginning with the session
// that expires first.
import { pageOf } from '../../../api/client.ts';
import type { WireListedReview } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Badge } from '../../../ui/card.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { SOON_MS } from '../../queries.ts';
import { requestColumn, userColumn } from '../../session-columns.tsx';

/**
 * A review is marked as late once less than this is left of its 72 hours. By then, the members who
 * may decide have received an email.
 */
const LATE_MS = 24 * 3_600_000;

export default function Reviews() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  return (
    <Page title={t('reviews.title')} lead={t('reviews.lead')}>
      <List
        queryKey={['reviews', mode]}
        load={(page) =>
          pageOf(client.GET('/dashboard/v1/reviews', { params: { query: { mode, ...page } } }))
        }
        refetchInterval={() => SOON_MS}
        columns={columnsOf(t)}
        keyOf={(row) => row.id}
        empty={{ icon: 'eye', title: t('reviews.none'), text: t(`reviews.none_${mode}`) }}
      />
    </Page>
  );
}

const columnsOf = (t: ConsoleTexts): Column<WireListedReview>[] => [
  {
    title: t('reviews.requested'),
    place: 'head',
    cell: (row) => <Moment at={row.requested_at} />,
    href: (row) => `/reviews/${row.id}`,
  },
  {
    title: t('reviews.due'),
    cell: (row) => (
      <Badge tone={Date.parse(row.due_at) - Date.now() < LATE_MS ? 'warn' : 'plain'}>
        <Moment at={row.due_at} />
      </Badge>
    ),
  },
  requestColumn(t),
  userColumn(t),
];
