// Whether a client's requests may come without PKCE (D-103): what that means, and the switch, which asks first.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminOAuthClientDetail } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/card.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { findEntry } from '../../find-entry.ts';

type Found = WireAdminOAuthClientDetail;

export interface PkceDone {
  pkce: 'optional' | 'required';
  /** Its entry in the audit. */
  entryId: number | undefined;
}

interface Props {
  found: Found;
  mayChange: boolean;
  onDone: (done: PkceDone) => void;
}

export function PkceCard({ found, mayChange, onDone }: Props) {
  const t = useTexts();
  const [isAsked, setAsked] = useState(false);
  const isOptional = found.pkce_optional;
  return (
    <Card
      title={t('oauth.pkce')}
      aside={
        <Badge tone={isOptional ? 'warn' : 'good'}>
          {t(isOptional ? 'oauth.pkce_optional' : 'oauth.pkce_required')}
        </Badge>
      }
    >
      <p className="muted">{t(found.public ? 'oauth.pkce_public' : 'oauth.pkce_text')}</p>
      {mayChange && !found.public && (
        <div className="page-actions">
          <Button onPress={() => setAsked(true)}>
            {t(isOptional ? 'oauth.require' : 'oauth.allow')}
          </Button>
        </div>
      )}
      {isAsked && <PkceDialog found={found} onDone={onDone} onClose={() => setAsked(false)} />}
    </Card>
  );
}

function PkceDialog({
  found,
  onDone,
  onClose,
}: Omit<Props, 'mayChange'> & { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { client_id: id, name, pkce_optional: isOptional } = found;
  const change = useAction(async () => {
    const params = { path: { id } };
    const body = { pkce_optional: !isOptional };
    const changed = await dataOf(client.PATCH('/admin/v1/oauth-clients/{id}', { params, body }));
    answers.setQueryData(['client', id], changed);
    const entryId = await findEntry(client, 'oauth_client.update', 'oauth_client', id);
    await Promise.all(
      [['clients'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onClose();
    onDone({ pkce: isOptional ? 'required' : 'optional', entryId });
  });
  const act = isOptional ? 'require' : 'allow';
  return (
    <FormDialog
      title={t(`oauth.${act}_title`, { name })}
      act={t(`oauth.${act}`)}
      action={change}
      look={isOptional ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>{t(`oauth.${act}_text`)}</p>
    </FormDialog>
  );
}
