// A simulator that shows what the law of a place requires on a given day, and how it changes the
// usual check.
import { useState } from 'react';
import { CONTEXTS } from '../../../../../src/config/law-contexts.ts';
import type { WireLaw } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { asksOf, missingOf, describeSession } from './describe-law.ts';

/**
 * The context and the day to simulate. For an absent value, the server uses its default: the
 * context from the settings, or today's date.
 */
export interface LawQuestion {
  context?: WireLaw['context'];
  date?: string;
}

interface Props {
  data: WireLaw;
  asked: LawQuestion;
  onAsk: (question: LawQuestion) => void;
}

export function Simulator({ data, asked, onAsk }: Props) {
  const t = useTexts();
  const [chosen, setChosen] = useState('FR');
  const place = data.places.find(({ jurisdiction }) => jurisdiction === chosen) ?? data.places[0];
  if (place === undefined) return null;
  return (
    <Card title={t('law.try')}>
      <p className="muted">{t('law.try_text')}</p>
      <div className="inline-form">
        <Select
          label={t('law.place')}
          value={place.jurisdiction}
          onChange={setChosen}
          options={data.places.map(({ jurisdiction, name }) => ({
            value: jurisdiction,
            label: name,
          }))}
        />
        <Select
          label={t('law.context')}
          value={data.context}
          onChange={(context) => onAsk({ ...asked, context })}
          options={CONTEXTS.map((value) => ({ value, label: t(`law.context_${value}`) }))}
        />
        <TextInput
          label={t('law.date')}
          type="date"
          value={asked.date ?? data.date}
          onChange={(date) => {
            // While the typed date is incomplete, the input's value is empty, and nothing is
            // requested.
            if (date !== '') onAsk({ ...asked, date });
          }}
        />
      </div>
      <ul className="effects">
        {asksOf(place.asks, t).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {place.session === undefined ? (
        <Note tone="warn" title={t('law.not_met')}>
          <ul className="effects">
            {missingOf(place.missing, t).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Note>
      ) : (
        <Note tone="good" title={t('law.met')}>
          <p>{describeSession(place.session, t)}</p>
        </Note>
      )}
    </Card>
  );
}
