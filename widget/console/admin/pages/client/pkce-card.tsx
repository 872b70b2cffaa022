// Whether a client's requests may omit PKCE or a nonce (D-103): an explanation of the consequences,
// and switches that ask for confirmation.
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

/** The rule that a switch changes, identified by the key prefix of its texts. */
type Rule = 'pkce_' | 'nonce_';

export interface RuleDone {
  rule: Rule;
  now: 'done_optional' | 'done_required';
  /** The id of the change's audit entry. */
  entryId: number | undefined;
}

interface Props {
  found: Found;
  mayChange: boolean;
  onDone: (done: RuleDone) => void;
}

export function PkceCard({ found, mayChange, onDone }: Props) {
  const t = useTexts();
  const [selected, setSelected] = useState<Rule>();
  const isOptional = found.pkce_optional;
  const hasNoChoice = found.public || found.client_kind === 'native';
  return (
    <Card
      title={t('oauth.pkce')}
      aside={
        <Badge tone={isOptional ? 'warn' : 'good'}>
          {t(isOptional ? 'oauth.pkce_optional' : 'oauth.pkce_required')}
        </Badge>
      }
    >
      <p className="muted">{t(hasNoChoice ? 'oauth.pkce_public' : 'oauth.pkce_text')}</p>
      {found.nonce_optional && <p>{t('oauth.nonce_text')}</p>}
      {mayChange && !hasNoChoice && (
        <div className="page-actions">
          <Button onPress={() => setSelected('pkce_')}>
            {t(isOptional ? 'oauth.pkce_require' : 'oauth.pkce_allow')}
          </Button>
          {isOptional && (
            <Button onPress={() => setSelected('nonce_')}>
              {t(found.nonce_optional ? 'oauth.nonce_require' : 'oauth.nonce_allow')}
            </Button>
          )}
        </div>
      )}
      {selected && (
        <RuleDialog
          rule={selected}
          found={found}
          onDone={onDone}
          onClose={() => setSelected(undefined)}
        />
      )}
    </Card>
  );
}

function RuleDialog({
  rule,
  found,
  onDone,
  onClose,
}: Omit<Props, 'mayChange'> & { rule: Rule; onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { client_id: id, name } = found;
  const field = `${rule}optional` as const;
  const isOptional = found[field];
  const change = useAction(async () => {
    const params = { path: { id } };
    const body = { [field]: !isOptional };
    const changed = await dataOf(client.PATCH('/admin/v1/oauth-clients/{id}', { params, body }));
    answers.setQueryData(['client', id], changed);
    const entryId = await findEntry(client, 'oauth_client.update', 'oauth_client', id);
    await Promise.all(
      [['clients'], ['trail']].map((queryKey) => answers.invalidateQueries({ queryKey })),
    );
    onClose();
    onDone({ rule, now: isOptional ? 'done_required' : 'done_optional', entryId });
  });
  const act = isOptional ? 'require' : 'allow';
  return (
    <FormDialog
      title={t(`oauth.${rule}${act}_title`, { name })}
      act={t(`oauth.${rule}${act}`)}
      action={change}
      look={isOptional ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>{t(`oauth.${rule}${act}_text`)}</p>
    </FormDialog>
  );
}
