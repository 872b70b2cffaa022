// The dialog that records an incident or changes a recorded one.
import { useState } from 'react';
import { faultOf, hasFaults } from '../../../api/call-error.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireAdminIncident } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { ParagraphInput } from '../../../ui/paragraph-input.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { Finish } from './finish.ts';
import { timeIn, typedTime } from './incident-times.ts';

interface Props {
  /** The recorded incident; absent for a new one. */
  incident?: WireAdminIncident;
  onDone: Finish;
  onClose: () => void;
}

export function IncidentDialog({ incident, onDone, onClose }: Props) {
  const t = useTexts();
  const client = useClient();
  const [draft, setDraft] = useState(() => draftOf(incident));
  const [isTried, setTried] = useState(false);
  const [begin, end] = [timeIn(draft.began), draft.ended === '' ? null : timeIn(draft.ended)];
  const send = useAction(async () => {
    setTried(true);
    if (begin === undefined || end === undefined) return;
    const { what, concerned, done } = draft;
    const body = { began_at: begin, ended_at: end, what, concerned, done };
    if (incident === undefined) {
      const { id } = await dataOf(client.POST('/admin/v1/evidence/incidents', { body }));
      onClose();
      return onDone('incident.write', id);
    }
    const params = { path: { id: incident.id } };
    await dataOf(client.PATCH('/admin/v1/evidence/incidents/{id}', { params, body }));
    onClose();
    return onDone('incident.change', incident.id);
  });
  const { error } = send;
  return (
    <FormDialog
      title={t(incident ? 'evidence.incident_change' : 'evidence.incident_write')}
      act={t(incident ? 'act.save' : 'evidence.incident_write')}
      action={send}
      isFieldFault={hasFaults(error)}
      conflict={t('evidence.incident_conflict')}
      onClose={onClose}
    >
      <Note tone="warn">
        <p>{t('evidence.incident_text')}</p>
      </Note>
      <IncidentFields
        draft={draft}
        wrong={isTried ? { began: begin === undefined, ended: end === undefined } : NOTHING_WRONG}
        error={error}
        onChange={(field) => setDraft((now) => ({ ...now, ...field }))}
      />
    </FormDialog>
  );
}

const NOTHING_WRONG = { began: false, ended: false };

interface FieldsProps {
  draft: ReturnType<typeof draftOf>;
  /** Whether the text of each field is not a valid time. */
  wrong: Record<'began' | 'ended', boolean>;
  /** The error of the last attempt to save, if it failed. */
  error: unknown;
  onChange: (field: Partial<FieldsProps['draft']>) => void;
}

function IncidentFields({ draft, wrong, error, onChange }: FieldsProps) {
  const t = useTexts();
  const timeField = (name: 'began' | 'ended') => ({
    value: draft[name],
    onChange: (typed: string) => onChange({ [name]: typed }),
    error: wrong[name]
      ? t('evidence.time_bad')
      : faultOf(error, `${name}_at`, t('evidence.time_bad')),
  });
  const textField = (name: 'what' | 'concerned' | 'done') => ({
    label: t(`evidence.${name}`),
    isRequired: true,
    value: draft[name],
    onChange: (text: string) => onChange({ [name]: text }),
    error: faultOf(error, name, t('evidence.impersonal_bad')),
  });
  return (
    <>
      <TextInput
        label={t('evidence.began')}
        hint={t('evidence.time_hint')}
        isRequired
        isCode
        {...timeField('began')}
      />
      <TextInput
        label={t('evidence.ended')}
        hint={t('evidence.ended_hint')}
        isCode
        {...timeField('ended')}
      />
      <ParagraphInput {...textField('what')} />
      <ParagraphInput {...textField('concerned')} />
      <ParagraphInput {...textField('done')} />
    </>
  );
}

const draftOf = (one: WireAdminIncident | undefined) => ({
  began: one === undefined ? '' : typedTime(one.began_at),
  ended: one === undefined || one.ended_at === null ? '' : typedTime(one.ended_at),
  what: one?.what ?? '',
  concerned: one?.concerned ?? '',
  done: one?.done ?? '',
});
