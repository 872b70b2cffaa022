import { useId, useState } from 'react';
import { useTexts } from '../../../texts/context.ts';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { certificateIn, textOfFile, type CertificateFault } from './certificate-text.ts';

interface Props {
  value: string;
  /** The server's error message. */
  error: string | undefined;
  onChange: (text: string) => void;
}

/**
 * A field for pasting a certificate. If a file is chosen instead, its certificate is read into this
 * field.
 */
export function CertificateInput({ value, error, onChange }: Props) {
  const t = useTexts();
  const id = useId();
  const [ofFile, setOfFile] = useState<CertificateFault>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = textOfFile(new Uint8Array(await file.arrayBuffer()));
    setOfFile('fault' in read ? read.fault : undefined);
    onChange('text' in read ? read.text : '');
  };
  const found = value.trim() === '' ? undefined : certificateIn(value);
  const ofText = found !== undefined && 'fault' in found ? found.fault : undefined;
  const fault = ofFile ?? ofText;
  return (
    <>
      <LinesInput
        label={t('wallets.certificate')}
        hint={t('wallets.certificate_hint')}
        isRequired
        value={value}
        onChange={(text) => {
          setOfFile(undefined);
          onChange(text);
        }}
        error={fault === undefined ? error : t(`wallets.certificate_${fault}`)}
      />
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('wallets.file')}
        </label>
        <input
          id={id}
          type="file"
          className="input"
          accept=".pem,.crt,.cer,.der"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // Only the text in the field above is used. Clearing the file input lets the user
            // choose the same file again.
            target.value = '';
          }}
        />
      </div>
    </>
  );
}
