import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote, News } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { SaveFooter } from '../../save-footer.tsx';
import { changesOf, draftOf, type ClientDraft, type Found } from './client-draft.ts';
import {
  AddressInput,
  AddressLines,
  FlagFields,
  LookFields,
  ProofFields,
  ScopeFields,
} from './client-fields.tsx';

interface Props {
  found: Found;
  mayWrite: boolean;
}

/**
 * The form for a client's settings. Only differences are sent, so that a colleague's change to
 * another field is kept.
 */
export function ClientForm({ found, mayWrite }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { draft, restart, ...form } = useDraft(found, draftOf);
  const [isSaved, setSaved] = useState(false);
  const changes = changesOf(found, draft);
  const hasChanges = Object.keys(changes).length > 0;
  const save = useAction(async () => {
    const saved = await dataOf(
      client.PATCH('/dashboard/v1/oauth-clients/{id}', {
        params: { path: { id: found.id } },
        body: changes,
      }),
    );
    answers.setQueryData(['clients', found.id], saved);
    restart(saved);
    setSaved(true);
  });
  const change = (part: Partial<ClientDraft>) => {
    setSaved(false);
    form.change(part);
  };
  const discard = () => {
    form.discard();
    save.forget();
  };
  const { error } = save;
  const fields = { draft, onChange: change, error, isDisabled: !mayWrite };
  return (
    <Card title={t('client.settings')}>
      <Form onSubmit={save.run}>
        <LookFields {...fields} />
        <AddressLines {...fields} name="redirect_uris" isRequired />
        <ScopeFields {...fields} />
        <AddressLines {...fields} name="post_logout_redirect_uris" />
        <AddressInput {...fields} name="backchannel_logout_uri" />
        <AddressInput {...fields} name="frontchannel_logout_uri" />
        {found.token_endpoint_auth_method === 'none' && (
          <AddressLines {...fields} name="web_origins" />
        )}
        <ProofFields {...fields} />
        <FlagFields {...fields} found={found} />
        {error !== undefined && <ErrorNote error={error} />}
        {isSaved && !hasChanges && <News tone="good">{t('client.saved')}</News>}
        {mayWrite && (
          <SaveFooter isChanged={hasChanges} isRunning={save.isRunning} onDiscard={discard} />
        )}
      </Form>
    </Card>
  );
}
