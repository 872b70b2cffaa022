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
import { reloadFactors } from './own-factors.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

type Setup = WireTwoFactorSetup;

/** With this many recovery codes left or fewer, the member should create new ones soon. */
const FEW = 3;

type Step =
  | { name: 'set_up'; setup: Setup }
  | { name: 'codes'; codes: string[] }
  | { name: 'renew' | 'off' };

/** Turns an authenticator app's codes on or off, and renews the recovery codes. */
export function SecondFactor() {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const [step, setStep] = useState<Step>();
  const state = useQuery({
    queryKey: ['second-factor'],
    queryFn: () => dataOf(client.GET(`/${name}/v1/auth/2fa/status`)),
  });
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
          enabled ? <TurnedOn left={left} onStep={setStep} /> : <TurnedOff onStep={setStep} />
        }
      </Loaded>
      {step !== undefined && <StepDialog step={step} onStep={setStep} />}
    </Card>
  );
}

interface StepProps {
  /** @param step undefined when everything is done */
  onStep: (step: Step | undefined) => void;
}

function TurnedOn({ left, onStep }: StepProps & { left: number }) {
  const t = useTexts();
  const codes = <p>{t('factor.codes_left', { count: left })}</p>;
  return (
    <>
      {left <= FEW ? <Note tone="warn">{codes}</Note> : codes}
      <div className="page-actions">
        <Button onPress={() => onStep({ name: 'renew' })}>{t('factor.renew')}</Button>
        <Button look="plain" onPress={() => onStep({ name: 'off' })}>
          {t('factor.turn_off')}
        </Button>
      </div>
    </>
  );
}

function TurnedOff({ onStep }: StepProps) {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const setUp = useAction(async () => {
    const setup = await dataOf(client.POST(`/${name}/v1/auth/2fa/setup`));
    onStep({ name: 'set_up', setup });
  });
  return (
    <>
      {setUp.error !== undefined && <FreshError error={setUp.error} />}
      <div className="page-actions">
        <Button look="primary" isPending={setUp.isRunning} onPress={setUp.run}>
          {t('factor.set_up')}
        </Button>
      </div>
    </>
  );
}

function StepDialog({ step, onStep }: StepProps & { step: Step }) {
  const close = () => onStep(undefined);
  switch (step.name) {
    case 'set_up':
      return <EnableDialog setup={step.setup} onStep={onStep} />;
    case 'codes':
      return <RecoveryCodes codes={step.codes} onClose={close} />;
    case 'renew':
      return <RenewDialog onStep={onStep} />;
    case 'off':
      return <OffDialog onStep={onStep} />;
  }
}

function EnableDialog({ setup, onStep }: StepProps & { setup: Setup }) {
  const { name } = useConsole();
  const client = useClient();
  const become = useBecome();
  const enable = async (code: string) => {
    const body = { code };
    const made = await dataOf(client.POST(`/${name}/v1/auth/2fa/verify`, { body }));
    onStep({ name: 'codes', codes: made.recovery_codes });
    await become(true);
  };
  return <SetUpDialog setup={setup} onCode={enable} onClose={() => onStep(undefined)} />;
}

function RenewDialog({ onStep }: StepProps) {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const become = useBecome();
  const renew = async (password: string) => {
    const body = { password };
    const made = await dataOf(client.POST(`/${name}/v1/auth/2fa/recovery-codes`, { body }));
    onStep({ name: 'codes', codes: made.recovery_codes });
    await become(true);
  };
  return (
    <PasswordDialog
      title={t('factor.renew_title')}
      text={t('factor.renew_text')}
      act={t('factor.renew')}
      onPassword={renew}
      onClose={() => onStep(undefined)}
    />
  );
}

function OffDialog({ onStep }: StepProps) {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const become = useBecome();
  const turnOff = async (password: string) => {
    await client.POST(`/${name}/v1/auth/2fa/disable`, { body: { password } });
    onStep(undefined);
    await become(false);
  };
  return (
    <PasswordDialog
      title={t('factor.off_title')}
      text={t('factor.off_text')}
      act={t('factor.turn_off')}
      isEnding
      onPassword={turnOff}
      onClose={() => onStep(undefined)}
    />
  );
}

/**
 * @returns a function that records whether the app's codes are on, and reloads the state of the
 *   second factors
 */
function useBecome(): (isOn: boolean) => Promise<void> {
  const { keeper } = useConsole();
  const user = useUser();
  const answers = useQueryClient();
  return async (isOn) => {
    keeper.become({ ...user, two_factor_enabled: isOn });
    await reloadFactors(answers);
  };
}
