import { useState } from 'react';
import { useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { describeError } from '../ui/describe-error.ts';
import { News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';

/**
 * A button that leads to the operators' identity provider, or to the provider for the domain of the
 * typed address.
 */
export function SsoButton({ email }: { email: string }) {
  const t = useTexts();
  const { keeper, name } = useConsole();
  const [missing, setMissing] = useState<'address' | 'provider'>();
  const leave = useAction(async () => {
    const isMissing = name === 'dashboard' && email.trim() === '';
    setMissing(isMissing ? 'address' : undefined);
    if (isMissing) return;
    const address = await keeper.beginSso(email.trim());
    if (address === null) setMissing('provider');
    else globalThis.location.assign(address);
  });
  return (
    <>
      {missing !== undefined && <News tone="info">{t(`signin.sso_no_${missing}`)}</News>}
      {leave.error !== undefined && <News tone="bad">{describeError(leave.error, t)}</News>}
      <Button isPending={leave.isRunning} onPress={leave.run}>
        {t('signin.sso')}
      </Button>
    </>
  );
}
