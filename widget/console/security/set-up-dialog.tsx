import { useState } from 'react';
import { CallError } from '../api/call-error.ts';
import type { WireTwoFactorSetup } from '../api/wire.ts';
import { useTexts } from '../texts/context.ts';
import { Copied } from '../ui/copied.tsx';
import { TextInput } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { describeError } from '../ui/describe-error.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { useAction } from '../ui/use-action.ts';

interface Props {
  setup: WireTwoFactorSetup;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
}

/**
 * The secret as a QR code and as text, and a field for the first code, which proves that the app
 * has the secret.
 */
export function SetUpDialog({ setup, onCode, onClose }: Props) {
  const t = useTexts();
  const [code, setCode] = useState('');
  const attempt = useAction(() => onCode(code.replaceAll(/\s/g, '')));
  const { error } = attempt;
  const isWrong = error instanceof CallError && error.code === 'INVALID_CODE';
  return (
    <FormDialog
      title={t('factor.set_up_title')}
      act={t('factor.turn_on')}
      action={attempt}
      isFirm
      isFieldFault
      onClose={onClose}
    >
      <p>{t('factor.scan')}</p>
      <QrCode text={setup.provisioning_uri} label={t('factor.qr')} />
      <details className="fold">
        <summary>{t('factor.by_hand')}</summary>
        <Copied text={setup.secret} label={t('factor.secret')} />
      </details>
      <TextInput
        label={t('factor.code')}
        hint={t('factor.code_hint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        isCode
        value={code}
        onChange={setCode}
        error={
          error === undefined
            ? undefined
            : isWrong
              ? t('factor.code_wrong')
              : describeError(error, t)
        }
      />
    </FormDialog>
  );
}
