import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CallError } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { ShownOnce } from '../../shown-once.tsx';
import { ENDPOINT_MODES, EVENTS, type WebhookEvent } from '../../webhook-events.ts';
import { EventChoice } from './event-choice.tsx';

/** Afterwards its secret, this once, and then the endpoint's own page. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [, navigate] = useLocation();
  const [url, setUrl] = useState('');
  const [mode, setMode] = useState<(typeof ENDPOINT_MODES)[number]>('both');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(EVENTS);
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
  const wrong = add.error instanceof CallError ? add.error.fields['url'] : undefined;
  return (
    <Dialog title={t('webhooks.add')} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.run();
        }}
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
        {add.error !== undefined && wrong === undefined && <ErrorNote error={add.error} />}
        <div className="dialog-foot">
          <Button onPress={onClose}>{t('confirm.cancel')}</Button>
          <Button type="submit" look="primary" isPending={add.isRunning}>
            {t('webhooks.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
