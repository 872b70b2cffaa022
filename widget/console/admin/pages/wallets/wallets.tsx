// The certificates that wallet proofs may chain to. The list is empty at first, and an operator
// decides on each addition (D-146).
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminWalletAnchor } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Empty, Note } from '../../../ui/note.tsx';
import { Table } from '../../../ui/table.tsx';
import { findEntry } from '../../find-entry.ts';
import { useHealth } from '../../queries.ts';
import { AddAnchorDialog } from './add-anchor-dialog.tsx';
import { columnsOf } from './anchor-columns.tsx';
import { RemoveAnchorDialog } from './remove-anchor-dialog.tsx';

type Anchor = WireAdminWalletAnchor;

interface Done {
  act: 'add' | 'remove';
  name: string;
  /** The id of the action's audit entry. */
  entryId: number | undefined;
}

export default function Wallets() {
  const t = useTexts();
  const mayManage = mayDo(useUser().role, 'wallets.manage');
  // `checks.wallet` is `degraded` only when no wallet Worker is bound (docs/operate.md).
  const isUnbound = useHealth().data?.checks.wallet === 'degraded';
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Anchor>();
  const [done, setDone] = useState<Done>();
  const finish = useFinish(setDone);
  const anchors = useAnchors();
  return (
    <Page
      title={t('wallets.title')}
      lead={t('wallets.lead')}
      actions={
        mayManage && (
          <Button look="primary" isDisabled={isUnbound} onPress={() => setAdding(true)}>
            {t('wallets.add')}
          </Button>
        )
      }
    >
      {done !== undefined && <DoneNote {...done} />}
      {isUnbound && <UnboundNote />}
      <Card>
        <Loaded query={anchors} lines={4}>
          {(rows) =>
            rows.length === 0 ? (
              <None />
            ) : (
              <Table
                rows={rows}
                columns={columnsOf(t, mayManage ? setRemoved : undefined)}
                keyOf={({ id }) => id}
              />
            )
          }
        </Loaded>
      </Card>
      {isAdding && (
        <AddAnchorDialog
          isUnbound={isUnbound}
          onDone={(anchor) => finish('add', anchor)}
          onClose={() => setAdding(false)}
        />
      )}
      {removed !== undefined && (
        <RemoveAnchorDialog
          anchor={removed}
          all={anchors.data ?? []}
          onDone={(anchor) => finish('remove', anchor)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Page>
  );
}

function useAnchors() {
  const client = useClient();
  return useQuery({
    queryKey: ['wallet-anchors'],
    queryFn: () => dataOf(client.GET('/admin/v1/wallet/anchors')),
  });
}

function None() {
  const t = useTexts();
  return (
    <Empty icon="wallet" title={t('wallets.none')} text={t('wallets.none_text')}>
      <p>
        <a href="/docs/wallets#whom-to-trust">{t('wallets.none_more')}</a>
      </p>
    </Empty>
  );
}

function UnboundNote() {
  const t = useTexts();
  return (
    <Note tone="warn" title={t('wallets.unbound')}>
      <p>{t('wallets.unbound_text')}</p>
    </Note>
  );
}

function DoneNote({ act, name, entryId }: Done) {
  const t = useTexts();
  return (
    <Note tone="good" isNews title={t(`wallets.done_${act}`, { name })}>
      {entryId !== undefined && <Link href={`/audit/${entryId}`}>{t('person.see_entry')}</Link>}
    </Note>
  );
}

/**
 * @returns a function to call after an action: it reloads the lists that show the change and finds
 *   the action's audit entry
 */
function useFinish(onDone: (done: Done) => void) {
  const client = useClient();
  const answers = useQueryClient();
  return async (act: Done['act'], { id, name }: Pick<Anchor, 'id' | 'name'>): Promise<void> => {
    const entryId = await findEntry(client, `wallet_anchor.${act}`, 'wallet_anchor', id);
    await Promise.all(
      [['wallet-anchors'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onDone({ act, name, entryId });
  };
}
