// Faces that the customer blocks: the reason for each, who added it, when it expires, and the
// obligations that come with such a list.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf, pageOf } from '../../../api/client.ts';
import type { WireDashboardBlockedFace } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { Page } from '../../../shell/page.tsx';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { actsColumn } from '../../../ui/acts-column.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Column } from '../../../ui/table.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { KeepingCard } from './keeping-card.tsx';

type Entry = WireDashboardBlockedFace;

export default function BlockedFaces() {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const { role } = useUser();
  const [isBlocking, setBlocking] = useState(false);
  const [removed, setRemoved] = useState<Entry>();
  const mayWrite = mayDo(role, 'blocked_faces.write');
  return (
    <Page
      title={t('blocked.title')}
      lead={t('blocked.lead')}
      actions={mayWrite && <Button onPress={() => setBlocking(true)}>{t('blocked.block')}</Button>}
    >
      <Note tone="warn" title={t('blocked.law')}>
        <p>{t('blocked.law_text')}</p>
        <p>
          <a href="/docs/face#faces-that-are-not-welcome">{t('blocked.law_more')}</a>
        </p>
      </Note>
      <Outlook mode={mode} />
      {mayDo(role, 'settings.read') && <KeepingCard />}
      <List
        queryKey={['blocked', mode]}
        load={(page) =>
          pageOf(
            client.GET('/dashboard/v1/blocked-faces', { params: { query: { mode, ...page } } }),
          )
        }
        columns={columnsOf(t, mayWrite && setRemoved)}
        keyOf={({ id }) => id}
        empty={{ icon: 'face', title: t('blocked.none'), text: t('blocked.none_text') }}
      />
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} />}
      {removed && <RemoveDialog entry={removed} onClose={() => setRemoved(undefined)} />}
    </Page>
  );
}

/** The share of visitors who are refused by mistake, which depends on the length of the list. */
function Outlook({ mode }: { mode: 'live' | 'test' }) {
  const t = useTexts();
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['blocked', mode, 'outlook'],
    queryFn: () =>
      dataOf(client.GET('/dashboard/v1/blocked-faces/outlook', { params: { query: { mode } } })),
  });
  if (data === undefined || data.entries === 0) return null;
  return (
    <Note tone="info" title={t('blocked.outlook')}>
      <p>
        {t('blocked.outlook_text', {
          entries: data.entries,
          share: (100 * data.wrongly_matched).toPrecision(2),
          most: data.most_entries,
        })}
      </p>
    </Note>
  );
}

const columnsOf = (
  t: ConsoleTexts,
  onRemove: ((entry: Entry) => void) | false,
): Column<Entry>[] => [
  {
    title: t('blocked.reason'),
    place: 'head',
    cell: (entry) => <strong>{entry.reason}</strong>,
    note: (entry) => t(`blocked.source_${entry.source}`),
  },
  { title: t('blocked.by'), cell: (entry) => <AddedBy entry={entry} /> },
  { title: t('sessions.created'), cell: (entry) => <Moment at={entry.created_at} /> },
  { title: t('faces.expires'), cell: (entry) => <Moment at={entry.expires_at} /> },
  ...actsColumn(
    t('keys.actions'),
    onRemove &&
      ((entry: Entry) => [
        {
          label: t('blocked.remove'),
          name: t('blocked.remove_named', { name: entry.reason }),
          onPress: () => onRemove(entry),
        },
      ]),
  ),
];

/**
 * A member is shown by name, as in other lists. An API key is shown by its id.
 */
function AddedBy({ entry: { added_by: id, added_by_name: name } }: { entry: Entry }) {
  const t = useTexts();
  if (name !== undefined) return <bdi>{name}</bdi>;
  return id.startsWith('key_') ? <code dir="ltr">{id}</code> : <>{t('blocked.by_former')}</>;
}

function RemoveDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  return (
    <ConfirmDialog
      title={t('blocked.remove_title')}
      word={String(entry.id)}
      act={t('blocked.remove')}
      onClose={onClose}
      onConfirm={async () => {
        await client.DELETE('/dashboard/v1/blocked-faces/{id}', {
          params: { path: { id: String(entry.id) } },
        });
        await answers.invalidateQueries({ queryKey: ['blocked'] });
      }}
    >
      <p>
        <strong>{entry.reason}</strong>
      </p>
      <p>{t('blocked.remove_text')}</p>
    </ConfirmDialog>
  );
}
