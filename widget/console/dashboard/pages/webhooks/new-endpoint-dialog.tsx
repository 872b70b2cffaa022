import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { EVENT_TYPES, type EventType } from '../../../../../src/domain/webhooks/event-types.ts';
import { faultOf } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';
import { ENDPOINT_MODES } from '../../endpoint-modes.ts';
import { EventChoice } from './event-choice.tsx';

/** Afterwards its secret, this once, and then the endpoint's own page. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [url, setUrl] = useState('');
  const [mode, setMode] = useState<(typeof ENDPOINT_MODES)[number]>('both');
  const [events, setEvents] = useState<readonly EventType[]>(EVENT_TYPES);
  const [made, setMade] = useState<{ id: string; secret: string }>();
  const add = useAction(async () => {
    const body = { url: url.trim(), mode, events: [...events] };
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
      isFieldFault={wrong !== undefined}
      conflict={t('webhooks.conflict')}
      onClose={onClose}
    >
      <TextInput
        label={t('webhooks.url')}
        hint={t('webhooks.url_hint')}
        type="url"
        isRequired
        isCode
        value={url}
        onChange={setUrl}
        error={wrong}
      />
      <Select
        label={t('webhooks.mode')}
        value={mode}
        onChange={setMode}
        options={ENDPOINT_MODES.map((value) => ({ value, label: t(`webhooks.mode_${value}`) }))}
      />
      <EventChoice chosen={events} onChange={setEvents} />
    </FormDialog>
  );
}
