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
import { askFactorsAgain } from './own-factors.ts';
import { PasskeyError } from './passkey-error.tsx';

type Passkey = WireStaffPasskey;

/** The reader's own. */
export function PasskeysCard() {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const reload = () => askFactorsAgain(answers);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => dataOf(client.GET(`/${name}/v1/auth/passkeys`)),
  });
  const add = useAction(async () => {
    await addPasskey(client, name);
    await reload();
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
                <li key={passkey.id} className="row">
                  <span className="row-text">
                    <bdi>{passkey.name}</bdi>
                    <span className="table-note">
                      {passkey.last_used_at === undefined ? (
                        t('passkeys.unused')
                      ) : (
                        <>
                          {t('passkeys.used')} <Moment at={passkey.last_used_at} />
                        </>
                      )}
                    </span>
                  </span>
                  {passkey.backed_up && <Badge>{t('passkeys.synced')}</Badge>}
                  <Button
                    look="plain"
                    aria-label={`${t('passkeys.rename')}: ${passkey.name}`}
                    onPress={() => setRenamed(passkey)}
                  >
                    {t('passkeys.rename')}
                  </Button>
                  <Button
                    look="plain"
                    aria-label={`${t('act.remove')}: ${passkey.name}`}
                    onPress={() => setRemoved(passkey)}
                  >
                    {t('act.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {renamed !== undefined && (
        <RenameDialog
          passkey={renamed}
          onClose={() => setRenamed(undefined)}
          onDone={() => void reload()}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('passkeys.remove_title')}
          word={removed.name}
          act={t('act.remove')}
          onConfirm={async () => {
            const { id } = removed;
            await dataOf(
              client.DELETE(`/${name}/v1/auth/passkeys/{id}`, { params: { path: { id } } }),
            );
            await reload();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t('passkeys.remove_text')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface RenameProps {
  passkey: Passkey;
  onDone: () => void;
  onClose: () => void;
}

function RenameDialog({ passkey, onDone, onClose }: RenameProps) {
  const t = useTexts();
  const { name: group } = useConsole();
  const client = useClient();
  const [name, setName] = useState(passkey.name);
  const save = useAction(async () => {
    await dataOf(
      client.PATCH(`/${group}/v1/auth/passkeys/{id}`, {
        params: { path: { id: passkey.id } },
        body: { name: name.trim() },
      }),
    );
    onDone();
    onClose();
  });
  return (
    <FormDialog title={t('passkeys.rename')} act={t('act.save')} action={save} onClose={onClose}>
      <TextInput label={t('passkeys.name')} isRequired value={name} onChange={setName} />
    </FormDialog>
  );
}
