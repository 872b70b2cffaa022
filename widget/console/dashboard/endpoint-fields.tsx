import { useTexts } from '../texts/context.ts';
import { TextInput } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { EndpointDraft } from './endpoint-draft.ts';
import { ENDPOINT_MODES } from './endpoint-modes.ts';
import { EventChoice } from './event-choice.tsx';

interface Props {
  draft: EndpointDraft;
  onChange: (draft: EndpointDraft) => void;
  /** The hint below the URL. */
  hint: string;
  /** The error about the URL. */
  fault: string | undefined;
}

/** The fields of a new or changed endpoint: its URL, and the modes and events that it receives. */
export function EndpointFields({ draft, onChange, hint, fault }: Props) {
  const t = useTexts();
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        hint={hint}
        type="url"
        isRequired
        isCode
        value={draft.url}
        onChange={(url) => onChange({ ...draft, url })}
        error={fault}
      />
      <Select
        label={t('webhooks.mode')}
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
        options={ENDPOINT_MODES.map((value) => ({ value, label: t(`webhooks.mode_${value}`) }))}
      />
      <EventChoice chosen={draft.events} onChange={(events) => onChange({ ...draft, events })} />
    </>
  );
}
