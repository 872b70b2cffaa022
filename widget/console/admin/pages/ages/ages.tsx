// Ages that people keep in their accounts, searched by source. An operator can withdraw individual
// ages or all ages from a source.
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireVerifiedAge } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { readChoice } from '../../../ui/address.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/card.tsx';
import { Filters } from '../../../ui/filters.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { METHODS, readSource } from './source.ts';
import { WithdrawAll, WithdrawOne } from './withdraw.tsx';

type Age = WireVerifiedAge;

export default function Ages() {
  const t = useTexts();
  const client = useClient();
  const { role } = useUser();
  const [address] = useSearchParams();
  const [selected, setSelected] = useState<Age | 'all'>();
  const source = readSource(address);
  const state = readChoice(address, 'state', ['kept', 'revoked']) ?? 'kept';
  const isFiltered = Object.keys(source).length > 0;
  const mayRevoke = mayDo(role, 'ages.revoke') && state === 'kept';
  return (
    <Page
      title={t('ages.title')}
      lead={t('ages.lead')}
      {...(mayRevoke && {
        actions: (
          <Button isDisabled={!isFiltered} onPress={() => setSelected('all')}>
            {t('ages.withdraw_all')}
          </Button>
        ),
      })}
    >
      <Filters
        search={{ name: 'source', label: t('ages.source'), isCode: true }}
        choices={choicesOf(t)}
      />
      {mayRevoke && !isFiltered && <p className="muted small">{t('ages.withdraw_hint')}</p>}
      <List
        queryKey={['ages', state, source]}
        load={(page) =>
          pageOf(
            client.GET('/admin/v1/verified-ages', {
              params: { query: { ...source, state, ...page } },
            }),
          )
        }
        columns={columnsOf(t, mayRevoke ? setSelected : undefined)}
        keyOf={(row) => row.account_id}
        empty={{
          icon: 'calendar',
          title: t(isFiltered ? 'ages.none' : 'ages.empty'),
          text: t(isFiltered ? 'ages.none_text' : 'ages.empty_text'),
        }}
      />
      {selected === 'all' && <WithdrawAll source={source} onClose={() => setSelected(undefined)} />}
      {typeof selected === 'object' && (
        <WithdrawOne id={selected.account_id} onClose={() => setSelected(undefined)} />
      )}
    </Page>
  );
}

const choicesOf = (t: ConsoleTexts) => [
  {
    name: 'method',
    label: t('ages.method'),
    options: METHODS.map((value) => ({ value, label: t(`ages.by_${value}`) })),
  },
  {
    name: 'state',
    label: t('ages.state'),
    options: [{ value: 'revoked', label: t('ages.revoked') }],
  },
];

const columnsOf = (
  t: ConsoleTexts,
  onWithdraw: ((age: Age) => void) | undefined,
): Column<Age>[] => [
  {
    title: t('ages.person'),
    place: 'head',
    cell: (row) => t('person.title', { id: row.account_id }),
    note: (row) => row.policy_version,
    href: (row) => `/people/${row.account_id}`,
  },
  {
    title: t('ages.age'),
    place: 'plain',
    cell: (row) => row.age_bracket ?? t('ages.no_bracket'),
    note: (row) => (row.counts ? undefined : t('ages.counts_not')),
  },
  {
    title: t('ages.method'),
    cell: (row) => row.method && t(`ages.by_${row.method}`),
    note: (row) => row.measured && t(`ages.at_${row.measured}`),
  },
  {
    title: t('ages.customer'),
    cell: (row) =>
      row.tenant_id?.startsWith('ten_') === true && row.tenant_id !== OWN_CHECKS ? (
        <Link href={`/customers/${row.tenant_id}`} className="table-over">
          <bdi>{row.tenant_id}</bdi>
        </Link>
      ) : undefined,
  },
  {
    title: t('ages.verified_at'),
    cell: (row) => <Moment at={row.verified_at} isExact />,
    note: (row) =>
      row.revoked_at !== undefined ? <Badge tone="bad">{t('ages.is_revoked')}</Badge> : undefined,
  },
  ...actsColumn(
    t('operators.acts'),
    onWithdraw !== undefined &&
      ((row: Age) => [
        {
          label: t('ages.withdraw'),
          name: t('ages.withdraw_one', { id: row.account_id }),
          onPress: () => onWithdraw(row),
        },
      ]),
  ),
];

/**
 * The tenant id under which the service runs its own checks for accounts. No customer has this id,
 * so there is no page to link to.
 */
const OWN_CHECKS = 'ten_first_party';
