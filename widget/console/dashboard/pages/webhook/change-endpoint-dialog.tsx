import { useQueryClient } from '@tanstack/react-query';
import { faultOf } from '../../../api/call-error.ts';
import type { WireWebhook } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { changesOf, draftOf } from '../../endpoint-draft.ts';
import { EndpointFields } from '../../endpoint-fields.tsx';
import { explainUnproven } from '../../explain-unproven.ts';

interface Props {
  endpoint: WireWebhook;
  onClose: () => void;
}

/**
 * Changes an endpoint. The receiver at a new URL must first return a challenge, unless the endpoint
 * has never been verified.
 */
export function ChangeEndpointDialog({ endpoint, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { draft, change } = useDraft(endpoint, draftOf);
  const save = useAction(async () => {
    try {
      await client.PATCH('/dashboard/v1/webhooks/{id}', {
        params: { path: { id: endpoint.id } },
        body: changesOf(endpoint, draft),
      });
    } finally {
      await answers.invalidateQueries({ queryKey: ['webhooks'] });
    }
    onClose();
  });
  const wrong = faultOf(save.error, 'url', t('webhooks.url_bad'));
  return (
    <FormDialog
      title={t('webhook.change_title')}
      act={t('policy.save')}
      action={save}
      isDisabled={draft.events.length === 0}
      isFieldFault={wrong !== undefined}
      conflict={t('webhook.conflict_changed')}
      unproven={`${explainUnproven(save.error, t)} ${t('receiver.nothing_changed')}`}
      onClose={onClose}
    >
      <EndpointFields
        draft={draft}
        onChange={change}
        hint={t(endpoint.state === 'pending' ? 'webhooks.url_hint' : 'webhook.url_hint')}
        fault={wrong}
      />
    </FormDialog>
  );
}
