import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultOf, hasFaults } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { linesOf } from '../../../ui/lines-of.ts';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';

const KINDS = ['confidential', 'public'] as const;

/**
 * Asks for the required settings and for those that cannot be changed later. Afterwards, it shows
 * the secret once and opens the client's page.
 */
export function NewClientDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { email_verified: isConfirmed } = useUser();
  const [, navigate] = useLocation();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('confidential');
  const [addresses, setAddresses] = useState('');
  const goTo = (id: string) => {
    onClose();
    navigate(`/clients/${id}`);
  };
  const { create, made } = useCreate({ name, kind, addresses }, goTo);
  if (made !== undefined)
    return <ShownOnce what="clients" text={made.secret} onClose={() => goTo(made.id)} />;
  const { error } = create;
  return (
    <FormDialog
      title={t('clients.create')}
      act={t('clients.create')}
      action={create}
      isFieldFault={hasFaults(error)}
      conflict={t('clients.conflict')}
      onClose={onClose}
    >
      {isConfirmed === false && (
        <Note tone="warn">
          <p>{t('error.unconfirmed')}</p>
        </Note>
      )}
      <TextInput
        label={t('clients.name')}
        hint={t('clients.name_hint')}
        isRequired
        value={name}
        onChange={setName}
        error={faultOf(error, 'name', t('clients.name_bad'))}
      />
      <Select
        label={t('clients.kind')}
        value={kind}
        onChange={setKind}
        options={KINDS.map((value) => ({ value, label: t(`clients.${value}_long`) }))}
      />
      <LinesInput
        label={t('clients.redirect_uris')}
        hint={t('clients.redirect_uris_hint')}
        isRequired
        value={addresses}
        onChange={setAddresses}
        error={faultOf(error, 'redirect_uris', t('clients.redirect_uris_bad'))}
      />
    </FormDialog>
  );
}

interface Fields {
  name: string;
  kind: (typeof KINDS)[number];
  addresses: string;
}

/**
 * @param onDone called for a client without a secret
 * @returns the action, and the secret that is shown once
 */
function useCreate({ name, kind, addresses }: Fields, onDone: (id: string) => void) {
  const client = useClient();
  const answers = useQueryClient();
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const create = useAction(async () => {
    const { id, client_secret: secret } = await dataOf(
      client.POST('/dashboard/v1/oauth-clients', {
        body: {
          name: name.trim(),
          redirect_uris: linesOf(addresses),
          scopes: ['openid', 'age_verification'],
          ...(kind === 'public' && { token_endpoint_auth_method: 'none' }),
        },
      }),
    );
    await answers.invalidateQueries({ queryKey: ['clients'] });
    if (secret === undefined) onDone(id);
    else setMade({ id, secret });
  });
  return { create, made };
}
