// In front of the operators' console: its API answers nobody without a second factor (D-63), so this leads to one, and then in.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CallError } from '../../api/call-error.ts';
import { dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { RecoveryCodes } from '../../security/recovery-codes.tsx';
import { FreshError } from '../../security/fresh-error.tsx';
import { SetUpDialog } from '../../security/set-up-dialog.tsx';
import { useClient, useConsole, useUser } from '../../session/context.ts';
import { askPasskey } from '../../sign-in/ask-passkey.ts';
import { DoorCard } from '../../sign-in/door-card.tsx';
import { useTexts } from '../../texts/context.ts';
import { Button } from '../../ui/button.tsx';
import { Waiting } from '../../ui/note.tsx';
import { useAction } from '../../ui/use-action.ts';
import { addPasskey } from './add-passkey.ts';
import { PasskeyError } from './passkey-error.tsx';

const DUE = ['second-factor-due'] as const;

/** Whoever has codes of an app showed one to sign in, and waits for no answer. */
export function SecondFactorDoor({ children }: { children: ReactNode }) {
  const client = useClient();
  const answers = useQueryClient();
  const { two_factor_enabled: hasApp } = useUser();
  const due = useQuery({
    queryKey: DUE,
    // Open to every role, and refused exactly when a second factor is due.
    queryFn: () => dataOf(client.GET('/admin/v1/health')).then(() => false, isDue),
    staleTime: Infinity,
    retry: false,
  });
  if (due.isPending && !hasApp)
    return (
      <main className="alone">
        <Waiting />
      </main>
    );
  if (due.data !== true) return children;
  return <FactorDue onDone={() => answers.setQueryData(DUE, false)} />;
}

function isDue(error: unknown): boolean {
  if (error instanceof CallError && error.code === 'SECOND_FACTOR_REQUIRED') return true;
  throw error;
}

function FactorDue({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const { two_factor_enabled: hasApp } = useUser();
  const leave = useAction(() => keeper.signOut());
  return (
    <DoorCard title={t('door.title')}>
      <h1>{t('door.title')}</h1>
      <p className="muted">{t(hasApp ? 'door.again' : 'door.text')}</p>
      {!hasApp && <ByApp onDone={onDone} />}
      <ByPasskey onDone={onDone} />
      <Button look="plain" isPending={leave.isRunning} onPress={leave.run}>
        {t('shell.sign_out')}
      </Button>
    </DoorCard>
  );
}

function ByApp({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { client, keeper } = useConsole();
  const user = useUser();
  const [setup, setSetup] = useState<components['schemas']['TwoFactorSetup']>();
  const [codes, setCodes] = useState<string[]>();
  const begin = useAction(async () =>
    setSetup(await dataOf(client.POST('/admin/v1/auth/2fa/setup'))),
  );
  const enable = async (code: string) => {
    const made = await dataOf(client.POST('/admin/v1/auth/2fa/verify', { body: { code } }));
    setCodes(made.recovery_codes);
    setSetup(undefined);
  };
  const finish = () => {
    keeper.become({ ...user, two_factor_enabled: true });
    onDone();
  };
  return (
    <>
      {begin.error !== undefined && <FreshError error={begin.error} />}
      <Button look="primary" isPending={begin.isRunning} onPress={begin.run}>
        {t('door.app')}
      </Button>
      {setup !== undefined && (
        <SetUpDialog setup={setup} onCode={enable} onClose={() => setSetup(undefined)} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onClose={finish} />}
    </>
  );
}

/** Makes one, or signs in with one that is there. */
function ByPasskey({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { client, keeper } = useConsole();
  const answers = useQueryClient();
  const known = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => dataOf(client.GET('/admin/v1/auth/passkeys')),
  });
  const hasOne = (known.data?.length ?? 0) > 0;
  const go = useAction(async () => {
    if (hasOne) await keeper.signInWithPasskey(askPasskey);
    else await addPasskey(client);
    onDone();
    // The page of the own security asks the same.
    await answers.invalidateQueries({ queryKey: ['passkeys'] });
  });
  return (
    <>
      {go.error !== undefined && <PasskeyError error={go.error} />}
      <Button isPending={go.isRunning} isDisabled={known.isPending} onPress={go.run}>
        {t(hasOne ? 'signin.passkey' : 'door.passkey')}
      </Button>
    </>
  );
}
