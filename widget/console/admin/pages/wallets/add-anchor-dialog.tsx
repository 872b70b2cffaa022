// Adds a certificate to the list of trusted issuers. The operator enters the issuer's name, the
// certificate, and the document types for which it is trusted.
import { useState } from 'react';
import { CallError, faultOf, hasFaults } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Switches } from '../../../ui/switches.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { CertificateInput } from './certificate-input.tsx';
import { certificateIn } from './certificate-text.ts';
import { DOC_TYPES, describeDocType, type ListedDocType } from './doc-types.ts';

interface Props {
  /** Whether no wallet Worker is bound. Without one, certificates cannot be read. */
  isUnbound: boolean;
  onDone: (anchor: { id: string; name: string }) => Promise<void>;
  onClose: () => void;
}

export function AddAnchorDialog({ isUnbound, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [docTypes, setDocTypes] = useState<readonly ListedDocType[]>([]);
  const [isTried, setTried] = useState(false);
  const add = useAction(async () => {
    setTried(true);
    const found = certificateIn(text);
    if ('fault' in found || docTypes.length === 0) return;
    const body = { name: name.trim(), certificate: found.certificate, doc_types: [...docTypes] };
    const anchor = await dataOf(client.POST('/admin/v1/wallet/anchors', { body }));
    onClose();
    await onDone(anchor);
  });
  const { error } = add;
  // If the certificate is refused, the server's message is shown too, because it states exactly
  // what is wrong, unlike the field's error.
  const saysMore = isRefused(error, 'certificate');
  return (
    <FormDialog
      title={t('wallets.add_title')}
      act={t('wallets.add')}
      action={add}
      isFieldFault={hasFaults(error) && !saysMore}
      conflict={t(isUnbound ? 'wallets.unbound_text' : 'wallets.conflict')}
      onClose={onClose}
    >
      <Note tone="warn">
        <p>{t('wallets.add_text')}</p>
      </Note>
      <TextInput
        label={t('wallets.name')}
        hint={t('wallets.name_hint')}
        autoComplete="off"
        isRequired
        value={name}
        onChange={setName}
        error={faultOf(error, 'name', t('wallets.name_bad'))}
      />
      <CertificateInput
        value={text}
        onChange={setText}
        error={faultOf(error, 'certificate', t('wallets.certificate_bad'))}
      />
      <TypeChoice
        chosen={docTypes}
        onChange={setDocTypes}
        isFaulty={(isTried && docTypes.length === 0) || isRefused(error, 'doc_types')}
      />
    </FormDialog>
  );
}

interface ChoiceProps {
  chosen: readonly ListedDocType[];
  onChange: (chosen: ListedDocType[]) => void;
  isFaulty: boolean;
}

function TypeChoice({ chosen, onChange, isFaulty }: ChoiceProps) {
  const t = useTexts();
  return (
    <Switches
      title={t('wallets.types')}
      hint={t('wallets.types_hint')}
      options={DOC_TYPES.map((name) => ({ name, label: describeDocType(name, t), hint: name }))}
      chosen={chosen}
      onChange={onChange}
      fault={isFaulty ? t('wallets.types_none') : undefined}
    />
  );
}

const isRefused = (error: unknown, field: string): boolean =>
  error instanceof CallError && error.fields.includes(field);
