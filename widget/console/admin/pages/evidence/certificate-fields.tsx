// The fields that describe a certificate.
import {
  STANDARDS,
  type Standard,
} from '../../../../../src/domain/operations/certificates/certificate.ts';
import { faultOf } from '../../../api/call-error.ts';
import type { WireAdminCertificate } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { ParagraphInput } from '../../../ui/paragraph-input.tsx';
import { Select } from '../../../ui/select.tsx';

interface CertificateDraft {
  standard: Standard | '';
  title: string;
  issuer: string;
  scope: string;
  statement: string;
  valid_from: string;
  valid_to: string;
}

export const draftOf = (one: WireAdminCertificate | undefined): CertificateDraft => ({
  standard: one === undefined ? 'ISO/IEC 27566-1:2025' : (one.standard ?? ''),
  title: one?.title ?? '',
  issuer: one?.issuer ?? '',
  scope: one?.scope ?? '',
  statement: one?.statement ?? '',
  valid_from: one?.valid_from ?? '',
  valid_to: one?.valid_to ?? '',
});

interface Props {
  draft: CertificateDraft;
  /** The error of the last attempt to save, if it failed. */
  error: unknown;
  onChange: (field: Partial<Props['draft']>) => void;
}

export function CertificateFields({ draft, error, onChange }: Props) {
  const t = useTexts();
  const field = <Name extends Exclude<keyof Props['draft'], 'standard'>>(name: Name) => ({
    value: draft[name],
    onChange: (text: string) => onChange({ [name]: text }),
    error: faultOf(
      error,
      name,
      t(name === 'valid_to' ? 'evidence.valid_to_bad' : 'evidence.text_bad'),
    ),
  });
  return (
    <>
      <Select
        label={t('evidence.standard')}
        value={draft.standard}
        options={[
          ...STANDARDS.map((value) => ({ value, label: value })),
          { value: '' as const, label: t('evidence.standard_other') },
        ]}
        onChange={(standard) => onChange({ standard })}
      />
      <TextInput label={t('evidence.certificate_title')} isRequired {...field('title')} />
      <TextInput label={t('evidence.issuer')} isRequired {...field('issuer')} />
      <ParagraphInput label={t('evidence.scope')} isRequired {...field('scope')} />
      <ParagraphInput label={t('evidence.statement')} isRequired {...field('statement')} />
      <TextInput label={t('evidence.valid_from')} type="date" isRequired {...field('valid_from')} />
      <TextInput
        label={t('evidence.valid_to')}
        hint={t('evidence.valid_to_hint')}
        type="date"
        {...field('valid_to')}
      />
    </>
  );
}
