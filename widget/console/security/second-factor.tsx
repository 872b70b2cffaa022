import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../api/client.ts';
import type { WireTwoFactorSetup } from '../api/wire.ts';
import { useClient, useConsole, useUser } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Badge, Card } from '../ui/card.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Note } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';
import { FreshError } from './fresh-error.tsx';
import { askFactorsAgain } from './own-factors.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

type Setup = WireTwoFactorSetup;

/** So few recovery codes are soon used up. */
const FEW = 3;

type Step =
  | { name: 'set_up'; setup: Setup }
  | { name: 'codes'; codes: string[] }
  | { name: 'renew' | 'off' };

/** Codes of an authenticator app: set up, renewed, turned off. */
export function SecondFactor() {
  const t = useTexts();
  const { name, keeper } = useConsole();
  const client = useClient();
  const user = useUser();
  const answers = useQueryClient();
  const [step, setStep] = useState<Step>();
  const state = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => dataOf(client.GET(`/${name}/v1/auth/2fa/status`)),
  });
  const setUp = useAction(async () => {
    const setup = await dataOf(client.POST(`/${name}/v1/auth/2fa/setup`));
    setStep({ name: 'set_up', setup });
  });
  const become = async (isOn: boolean) => {
    keeper.become({ ...user, two_factor_enabled: isOn });
    await askFactorsAgain(answers);
  };
  const enable = async (code: string) => {
    const body = { code };
    const made = await dataOf(client.POST(`/${name}/v1/auth/2fa/verify`, { body }));
    setStep({ name: 'codes', codes: made.recovery_codes });
    await become(true);
  };
  const renew = async (password: string) => {
    const body = { password };
    const made = await dataOf(client.POST(`/${name}/v1/auth/2fa/recovery-codes`, { body }));
    setStep({ name: 'codes', codes: made.recovery_codes });
    await become(true);
  };
  const turnOff = async (password: string) => {
    await client.POST(`/${name}/v1/auth/2fa/disable`, { body: { password } });
    setStep(undefined);
    await become(false);
  };
  const close = () => setStep(undefined);
  return (
    <Card
      title={t('factor.title')}
      aside={
        state.data && (
          <Badge tone={state.data.enabled ? 'good' : 'warn'}>
            {t(state.data.enabled ? 'factor.on' : 'factor.off')}
          </Badge>
        )
      }
    >
      <p className="muted">{t('factor.text')}</p>
      <Loaded query={state} lines={2}>
        {({ enabled, recovery_codes_left: left }) =>
          enabled ? (
            <>
              {left <= FEW ? (
                <Note tone="warn">
                  <p>{t('factor.codes_left', { count: left })}</p>
                </Note>
              ) : (
                <p>{t('factor.codes_left', { count: left })}</p>
              )}
              <div className="page-actions">
                <Button onPress={() => setStep({ name: 'renew' })}>{t('factor.renew')}</Button>
                <Button look="plain" onPress={() => setStep({ name: 'off' })}>
                  {t('factor.turn_off')}
                </Button>
              </div>
            </>
          ) : (
            <>
              {setUp.error !== undefined && <FreshError error={setUp.error} />}
              <div className="page-actions">
                <Button look="primary" isPending={setUp.isRunning} onPress={setUp.run}>
                  {t('factor.set_up')}
                </Button>
              </div>
            </>
          )
        }
      </Loaded>
      {step?.name === 'set_up' && (
        <SetUpDialog setup={step.setup} onCode={enable} onClose={close} />
      )}
      {step?.name === 'codes' && <RecoveryCodes codes={step.codes} onClose={close} />}
      {step?.name === 'renew' && (
        <PasswordDialog
          title={t('factor.renew_title')}
          text={t('factor.renew_text')}
          act={t('factor.renew')}
          onPassword={renew}
          onClose={close}
        />
      )}
      {step?.name === 'off' && (
        <PasswordDialog
          title={t('factor.off_title')}
          text={t('factor.off_text')}
          act={t('factor.turn_off')}
          isEnding
          onPassword={turnOff}
          onClose={close}
        />
      )}
    </Card>
  );
}
