// The page that a member returns to from a company's identity provider when the sign-in is not
// complete. It shows what went wrong, or what the member still has to do.
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useConsole } from '../session/context.ts';
import type { PendingSso } from '../session/keeper.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { News, Waiting } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';
import { askPasskey } from './ask-passkey.ts';
import { CodeStep } from './code-step.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { PasswordStep } from './password-step.tsx';
import { FAULTS } from './sso-faults.ts';

export function SsoReturn() {
  const t = useTexts();
  const [address] = useSearchParams();
  const fault = address.get('fault');
  return (
    <SignInCard title={t('sso_return.title')}>
      {fault === null ? <Due /> : <Fault fault={fault} />}
    </SignInCard>
  );
}

/** Explains why the sign-in failed. An unknown code comes from a later version of the service. */
function Fault({ fault }: { fault: string }) {
  const t = useTexts();
  const known = FAULTS.find((each) => each === fault) ?? 'not_begun';
  return (
    <>
      <h1>{t('sso_return.failed')}</h1>
      <News tone="bad">{t(`sso_fault.${known}`)}</News>
      <ToDoor />
    </>
  );
}

const ToDoor = () => {
  const t = useTexts();
  return (
    <Link href="/" className="button">
      {t('sso_return.door')}
    </Link>
  );
};

function Due() {
  const { keeper, name } = useConsole();
  const [due, setDue] = useState<PendingSso>();
  const [challenge, setChallenge] = useState<string>();
  useEffect(() => {
    keeper.pendingSso().then(setDue, () => setDue({ due: 'none' }));
  }, [keeper]);
  if (due === undefined) return <Waiting />;
  const asked = challenge ?? (due.due === 'code' ? due.challenge_token : undefined);
  if (asked !== undefined)
    return <CodeStep challenge={asked} onBack={() => globalThis.location.assign(`/${name}`)} />;
  if (due.due === 'passkey') return <PasskeyStep />;
  if (due.due === 'first_link')
    return <FirstLink email={due.email ?? ''} onChallenge={setChallenge} />;
  return <Fault fault="not_begun" />;
}

/**
 * The form shown when the identity provider has named a member for the first time. The member must
 * prove once, by signing in, that the account is theirs.
 */
function FirstLink(props: { email: string; onChallenge: (challenge: string) => void }) {
  const t = useTexts();
  const { email, onChallenge } = props;
  return (
    <>
      <News tone="info">{t('sso_return.link', { email })}</News>
      <PasswordStep takesFocus={false} firstEmail={email} onChallenge={onChallenge} />
      <ToDoor />
    </>
  );
}

function PasskeyStep() {
  const t = useTexts();
  const { keeper } = useConsole();
  const passkey = useAction(() => keeper.signInWithPasskey(askPasskey));
  return (
    <>
      <h1>{t('sso_return.passkey')}</h1>
      <p className="muted">{t('sso_return.passkey_text')}</p>
      {passkey.error !== undefined && <News tone="bad">{t('signin.passkey_failed')}</News>}
      <Button look="primary" isPending={passkey.isRunning} onPress={passkey.run}>
        {t('signin.passkey')}
      </Button>
      <ToDoor />
    </>
  );
}
