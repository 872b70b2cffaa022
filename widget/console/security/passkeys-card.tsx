import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import type { WireStaffPasskey } from '../api/wire.ts';
import { useClient, useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { TextInput } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';
import { useAction } from '../ui/use-action.ts';
import { addPasskey } from './add-passkey.ts';
import { reloadFactors } from './own-factors.ts';
import { PasskeyError } from './passkey-error.tsx';

type Passkey = WireStaffPasskey;

/** The user's own passkeys. */
export function PasskeysCard() {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => dataOf(client.GET(`/${name}/v1/auth/passkeys`)),
  });
  const add = useAction(async () => {
    await addPasskey(client, name);
    await reloadFactors(answers);
  });
  return (
    <Card
      title={t('passkeys.title')}
      aside={
        <Button isPending={add.isRunning} onPress={add.run}>
          {t('passkeys.add')}
        </Button>
      }
    >
      <p className="muted">{t('passkeys.text')}</p>
      {add.error !== undefined && <PasskeyError error={add.error} />}
      <Loaded query={passkeys} lines={2}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{t('passkeys.none')}</p>
          ) : (
            <ul className="rows">
              {rows.map((passkey) => (
                <Row
                  key={passkey.id}
                  passkey={passkey}
                  onRename={() => setRenamed(passkey)}
                  onRemove={() => setRemoved(passkey)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {renamed !== undefined && (
        <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />
      )}
      {removed !== undefined && (
        <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Card>
  );
}

interface RowProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function Row({ passkey, onRename, onRemove }: RowProps) {
  const t = useTexts();
  const { name, last_used_at: usedAt } = passkey;
  return (
    <li className="row">
      <span className="row-text">
        <bdi>{name}</bdi>
        <span className="table-note">
          {usedAt === undefined ? (
            t('passkeys.unused')
          ) : (
            <>
              {t('passkeys.used')} <Moment at={usedAt} />
            </>
          )}
        </span>
      </span>
      {passkey.backed_up && <Badge>{t('passkeys.synced')}</Badge>}
      <span className="row-acts">
        <Button look="plain" aria-label={`${t('passkeys.rename')}: ${name}`} onPress={onRename}>
          {t('passkeys.rename')}
        </Button>
        <Button look="plain" aria-label={`${t('act.remove')}: ${name}`} onPress={onRemove}>
          {t('act.remove')}
        </Button>
      </span>
    </li>
  );
}

interface DialogProps {
  passkey: Passkey;
  onClose: () => void;
}

function RemoveDialog({ passkey, onClose }: DialogProps) {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const params = { path: { id: passkey.id } };
  return (
    <ConfirmDialog
      title={t('passkeys.remove_title')}
      word={passkey.name}
      act={t('act.remove')}
      onConfirm={async () => {
        await dataOf(client.DELETE(`/${name}/v1/auth/passkeys/{id}`, { params }));
        await reloadFactors(answers);
      }}
      onClose={onClose}
    >
      <p>{t('passkeys.remove_text')}</p>
    </ConfirmDialog>
  );
}

function RenameDialog({ passkey, onClose }: DialogProps) {
  const t = useTexts();
  const { name: group } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const save = useAction(async () => {
    await dataOf(
      client.PATCH(`/${group}/v1/auth/passkeys/{id}`, {
        params: { path: { id: passkey.id } },
        body: { name: name.trim() },
      }),
    );
    void reloadFactors(answers);
    onClose();
  });
  return (
    <FormDialog title={t('passkeys.rename')} act={t('act.save')} action={save} onClose={onClose}>
      <TextInput label={t('passkeys.name')} isRequired value={name} onChange={setName} />
    </FormDialog>
  );
}
