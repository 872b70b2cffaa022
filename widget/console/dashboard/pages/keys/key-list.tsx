import { useState } from 'react';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { pageOf } from '../../../api/client.ts';
import type { WireApiKey } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useMode } from '../../../shell/mode.ts';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/card.tsx';
import { List } from '../../../ui/list.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { nameOfKey } from './key-name.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';

type Key = WireApiKey;
type Act = 'rename' | 'rotate' | 'revoke';

const TONES: Record<Key['status'], BadgeTone> = {
  active: 'good',
  expired: 'plain',
  revoked: 'plain',
};

export const STATUSES = Object.keys(TONES) as Key['status'][];

/**
 * The keys of the displayed mode, newest first.
 * @param status which keys to list; undefined lists all
 */
export function KeyList({ status }: { status: Key['status'] | undefined }) {
  const t = useTexts();
  const mode = useMode();
  const client = useClient();
  const { role } = useUser();
  const [open, setOpen] = useState<{ act: Act; key: Key }>();
  const close = () => setOpen(undefined);
  const acts: Column<Key> = {
    title: t('keys.actions'),
    place: 'buttons',
    cell: (key) => <Acts apiKey={key} onAct={(act) => setOpen({ act, key })} />,
  };
  return (
    <>
      <List
        queryKey={['keys', mode, status]}
        load={(page) =>
          pageOf(
            client.GET('/dashboard/v1/api-keys', {
              params: { query: { ...page, mode, ...(status && { status }) } },
            }),
          )
        }
        columns={[...columnsOf(t), ...(mayDo(role, 'keys.write') ? [acts] : [])]}
        keyOf={(key) => key.id}
        empty={{
          icon: 'key',
          title: t(status ? 'sessions.none' : `keys.none_${mode}`),
          text: t(status ? 'keys.none_found_text' : `keys.none_${mode}_text`),
        }}
      />
      {open?.act === 'rename' && <RenameDialog apiKey={open.key} onClose={close} />}
      {open?.act === 'rotate' && <RotateDialog apiKey={open.key} onClose={close} />}
      {open?.act === 'revoke' && <RevokeDialog apiKey={open.key} onClose={close} />}
    </>
  );
}

const columnsOf = (t: ConsoleTexts): Column<Key>[] => [
  {
    title: t('keys.name'),
    place: 'head',
    cell: (key) => <strong>{key.name === '' ? t('keys.unnamed') : key.name}</strong>,
    note: (key) => t(`keys.${key.kind}`),
  },
  {
    title: t('keys.key'),
    place: 'plain',
    cell: (key) => <code dir="ltr">{`${key.prefix}…${key.last_four}`}</code>,
  },
  {
    title: t('keys.status'),
    place: 'plain',
    cell: (key) => <Badge tone={TONES[key.status]}>{t(`keys.${key.status}`)}</Badge>,
    note: (key) =>
      key.status === 'active' && key.expires_at !== undefined ? (
        <>
          {t('keys.ends')} <Moment at={key.expires_at} />
        </>
      ) : undefined,
  },
  {
    title: t('keys.last_used'),
    cell: (key) =>
      key.last_used_at === undefined ? t('keys.never') : <Moment at={key.last_used_at} />,
  },
];

function Acts({ apiKey: key, onAct }: { apiKey: Key; onAct: (act: Act) => void }) {
  const t = useTexts();
  if (key.status !== 'active') return null;
  const acts: readonly Act[] = [
    'rename',
    ...(key.expires_at === undefined ? ['rotate' as const] : []),
    'revoke',
  ];
  return acts.map((act) => (
    <Button
      key={act}
      look="plain"
      aria-label={t(`keys.${act}_named`, { name: nameOfKey(key) })}
      onPress={() => onAct(act)}
    >
      {t(`keys.${act}`)}
    </Button>
  ));
}
