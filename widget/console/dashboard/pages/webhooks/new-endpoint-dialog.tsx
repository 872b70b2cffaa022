import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { NEW_ENDPOINT } from '../../endpoint-draft.ts';
import { EndpointFields } from '../../endpoint-fields.tsx';
import { ShownOnce } from '../../shown-once.tsx';

/** Creates an endpoint, shows its secret once, and then opens the endpoint's page. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(NEW_ENDPOINT);
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const add = useAction(async () => {
    const body = { ...draft, url: draft.url.trim(), events: [...draft.events] };
    setMade(await dataOf(client.POST('/dashboard/v1/webhooks', { body })));
    await answers.invalidateQueries({ queryKey: ['webhooks'] });
  });
  if (made !== undefined)
    return (
      <ShownOnce
        what="webhooks"
        text={made.secret}
        onClose={() => {
          onClose();
          navigate(`/webhooks/${made.id}`);
        }}
      />
    );
  const wrong = faultOf(add.error, 'url', t('webhooks.url_bad'));
  return (
    <FormDialog
      title={t('webhooks.add')}
      act={t('webhooks.add')}
      action={add}
      isDisabled={draft.events.length === 0}
      isFieldFault={wrong !== undefined}
      conflict={t('webhooks.conflict')}
      onClose={onClose}
    >
      <EndpointFields
        draft={draft}
        onChange={setDraft}
        hint={t('webhooks.url_hint')}
        fault={wrong}
      />
    </FormDialog>
  );
}
