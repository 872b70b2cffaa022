import { useId, useState } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';

/** The image formats that the service accepts (docs/dashboard-api.md#settings). */
const TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp'] as const;
const MOST = 16 * 1024;

interface Props {
  value: string;
  error: string | undefined;
  isDisabled: boolean;
  onChange: (logo: string) => void;
}

/** A file input that converts the chosen image to the `data:` URL that is saved as the setting. */
export function LogoInput({ value, error, isDisabled, onChange }: Props) {
  const t = useTexts();
  const id = useId();
  const [fault, setFault] = useState<'type' | 'size'>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    if (!TYPES.some((type) => type === file.type)) return setFault('type');
    const logo = file.size > MOST ? '' : await readDataUrl(file);
    if (logo === '' || logo.length > MOST) return setFault('size');
    setFault(undefined);
    onChange(logo);
  };
  const said = fault === undefined ? error : t(`look.logo_${fault}`);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('look.logo')}
      </label>
      <div className="inline-form">
        {value !== '' && <img className="logo-shown" src={value} alt={t('look.logo_now')} />}
        <input
          id={id}
          type="file"
          className="input"
          accept={TYPES.join(',')}
          disabled={isDisabled}
          aria-describedby={`${id}-hint ${id}-fault`}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // The chosen file is shown next to the input. The input is cleared, so that the same
            // file can be chosen again.
            target.value = '';
          }}
        />
        {value !== '' && !isDisabled && (
          <Button look="plain" onPress={() => onChange('')}>
            {t('look.logo_remove')}
          </Button>
        )}
      </div>
      <p className="field-hint" id={`${id}-hint`}>
        {t('look.logo_hint')}
      </p>
      <p className="field-error" id={`${id}-fault`} aria-live="polite">
        {said}
      </p>
    </div>
  );
}

const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => {
      if (typeof reader.result === 'string') resolve(reader.result);
      else reject(new Error('The file cannot be read.'));
    });
    reader.readAsDataURL(file);
  });
