// The step before the operators' console. The console's API refuses everyone who has not presented
// a second factor (D-63), so on this page operators set one up or present an existing one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { CallError } from '../../api/call-error.ts';
import { dataOf } from '../../api/client.ts';
import type { WireTwoFactorSetup } from '../../api/wire.ts';
import { RecoveryCodes } from '../../security/recovery-codes.tsx';
import { reloadFactors, FACTOR_DUE } from '../../security/own-factors.ts';
import { FreshError } from '../../security/fresh-error.tsx';
import { SetUpDialog } from '../../security/set-up-dialog.tsx';
import { useClient, useConsole, useUser } from '../../session/context.ts';
import { askPasskey } from '../../sign-in/ask-passkey.ts';
import { SignInCard } from '../../sign-in/sign-in-card.tsx';
import { useTexts } from '../../texts/context.ts';
import { Button } from '../../ui/button.tsx';
import { Waiting } from '../../ui/note.tsx';
import { useAction } from '../../ui/use-action.ts';
import { addPasskey } from '../../security/add-passkey.ts';
import { PasskeyError } from '../../security/passkey-error.tsx';

/**
 * Requires a second factor before it shows the console. Operators with an authenticator app already
 * had to enter a code to sign in, so they see the console without waiting for the API's response.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const client = useClient();
  const answers = useQueryClient();
  const { two_factor_enabled: hasApp } = useUser();
  const due = useQuery({
    queryKey: FACTOR_DUE,
    // Every role may make this call, and it is refused only if a second factor is required.
    queryFn: () => dataOf(client.GET('/admin/v1/health')).then(() => false, isDue),
    staleTime: Infinity,
    retry: false,
  });
  if (due.isPending && !hasApp) return <AloneAndWaiting />;
  if (due.data !== true) return children;
  return <FactorDue onDone={() => void reloadFactors(answers)} />;
}

const AloneAndWaiting = () => (
  <main className="alone">
    <Waiting />
  </main>
);

function isDue(error: unknown): boolean {
  if (error instanceof CallError && error.code === 'SECOND_FACTOR_REQUIRED') return true;
  throw error;
}

function FactorDue({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const { two_factor_enabled: hasApp } = useUser();
  const known = useOwnPasskeys();
  const leave = useAction(() => keeper.signOut());
  if (known.isPending) return <AloneAndWaiting />;
  const hasPasskey = (known.data?.length ?? 0) > 0;
  // An existing second factor must be presented before another one is set up (D-63).
  const isThere = hasApp || hasPasskey;
  const title = t(isThere ? 'door.show_title' : 'door.title');
  return (
    <SignInCard title={title}>
      <h1>{title}</h1>
      <p className="muted">{t(isThere ? 'door.again' : 'door.text')}</p>
      {!isThere && <ByApp onDone={onDone} />}
      {(hasPasskey || !isThere) && <ByPasskey hasOne={hasPasskey} onDone={onDone} />}
      <Button look="plain" isPending={leave.isRunning} onPress={leave.run}>
        {t('shell.sign_out')}
      </Button>
    </SignInCard>
  );
}

function ByApp({ onDone }: { onDone: () => void }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const client = useClient();
  const user = useUser();
  const [setup, setSetup] = useState<WireTwoFactorSetup>();
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

function useOwnPasskeys() {
  const client = useClient();
  return useQuery({
    queryKey: ['passkeys'],
    queryFn: () => dataOf(client.GET('/admin/v1/auth/passkeys')),
  });
}

/** Creates a passkey, or signs in with an existing one. */
function ByPasskey({ hasOne, onDone }: { hasOne: boolean; onDone: () => void }) {
  const t = useTexts();
  const { keeper } = useConsole();
  const client = useClient();
  const go = useAction(async () => {
    if (hasOne) await keeper.signInWithPasskey(askPasskey);
    else await addPasskey(client, 'admin');
    onDone();
  });
  return (
    <>
      {go.error !== undefined && <PasskeyError error={go.error} />}
      <Button isPending={go.isRunning} onPress={go.run}>
        {t(hasOne ? 'signin.passkey' : 'door.passkey')}
      </Button>
    </>
  );
}
