// The dialog that adds or replaces a certificate: its description and the document itself.
import { useId, useState } from 'react';
import { CallError, hasFaults } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import type { Routes, WireAdminCertificate } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { documentIn, type ChosenDocument } from './certificate-document.ts';
import { CertificateFields, draftOf } from './certificate-fields.tsx';
import type { Finish } from './finish.ts';

type Body = Routes['POST /admin/v1/evidence/certificates']['body'];
interface Props {
  replaced?: WireAdminCertificate;
  onDone: Finish;
  onClose: () => void;
}

export function CertificateDialog({ replaced, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const [draft, setDraft] = useState(() => draftOf(replaced));
  const [file, setFile] = useState<ChosenDocument>();
  const add = useAction(async () => {
    if (file === undefined || 'fault' in file) return;
    const { standard, valid_to: to, ...texts } = draft;
    const body: Body = {
      ...texts,
      document: file.document,
      ...(standard !== '' && { standard }),
      ...(to !== '' && { valid_to: to }),
      ...(replaced && { replaces: replaced.id }),
    };
    const { id } = await dataOf(client.POST('/admin/v1/evidence/certificates', { body }));
    onClose();
    await onDone(replaced ? 'certificate.replace' : 'certificate.add', id);
  });
  const { error } = add;
  return (
    <FormDialog
      title={t(replaced ? 'evidence.certificate_replace' : 'evidence.certificate_add')}
      act={t(replaced ? 'evidence.replace' : 'evidence.certificate_add')}
      action={add}
      isFieldFault={hasFaults(error)}
      isDisabled={file === undefined || 'fault' in file}
      conflict={t('evidence.certificate_conflict')}
      onClose={onClose}
    >
      <p>{t('evidence.certificate_text')}</p>
      <CertificateFields
        draft={draft}
        error={error}
        onChange={(field) => setDraft((now) => ({ ...now, ...field }))}
      />
      <DocumentInput fault={useDocumentFault(file, error)} onChange={setFile} />
    </FormDialog>
  );
}

/** @returns the error in words, whether the browser found it or the service reported it */
function useDocumentFault(file: ChosenDocument | undefined, error: unknown): string | undefined {
  const t = useTexts();
  if (file !== undefined && 'fault' in file) return t(`evidence.document_${file.fault}`);
  const isRefused = error instanceof CallError && error.fields.includes('document');
  return isRefused ? t('evidence.document_bad') : undefined;
}

interface DocumentProps {
  fault: string | undefined;
  onChange: (file: ChosenDocument) => void;
}

function DocumentInput({ fault, onChange }: DocumentProps) {
  const t = useTexts();
  const id = useId();
  const take = async (file: File | undefined) => {
    if (file !== undefined) onChange(await documentIn(file));
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {t('evidence.document')}
      </label>
      <input
        id={id}
        type="file"
        className="input"
        accept=".pdf,.png,.jpg,.jpeg"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => void take(target.files?.[0])}
      />
      <span className="field-hint" id={`${id}-hint`}>
        {t('evidence.document_hint')}
      </span>
      {fault !== undefined && (
        <span className="field-error" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
