import { useState } from 'react';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { Note } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { MarginOutlook } from '../../margin-outlook.tsx';
import { SettingsForm } from '../../settings-form.tsx';

type Settings = components['schemas']['Settings'];

const AGES = ['16', '18', '21'] as const;
const TARGETS = [5, 2, 1] as const;
const YEARS = [0, 2, 3, 5, 7, 9, 11, 15] as const;

/** `default`, `target:5`, `years:7`. */
type Choice = string;

const choiceOf = ({ age_target: target, age_margin_years: years }: Settings): Choice => {
  if (target !== null) return `target:${target}`;
  return years === null ? 'default' : `years:${years}`;
};

/** How far an estimate has to be above the age asked for; as a target, the service computes the years. */
export function MarginCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const saved = choiceOf(settings);
  const [choice, setChoice] = useState(saved);
  const [age, setAge] = useState<(typeof AGES)[number]>('18');
  const [kind, value] = choice.split(':');
  const target = kind === 'target' ? TARGETS.find((each) => String(each) === value) : undefined;
  const years = kind === 'years' ? Number(value) : undefined;
  const isChanged = choice !== saved;
  // Years that a program has saved are a choice as well.
  const offered = [
    ...new Set([
      ...YEARS,
      ...(settings.age_margin_years === null ? [] : [settings.age_margin_years]),
    ]),
  ];
  return (
    <SettingsForm
      title={t('margin.title')}
      text={t('margin.text')}
      changes={isChanged ? { age_target: target ?? null, age_margin_years: years ?? null } : {}}
      // Both are drawn beside each other.
      effects={[]}
      invalid={t('margin.invalid')}
      onDiscard={() => setChoice(saved)}
    >
      {() => (
        <>
          <div className="inline-form">
            <Select
              label={t('margin.rule')}
              value={choice}
              onChange={setChoice}
              options={[
                { value: 'default', label: t('margin.default') },
                ...TARGETS.map((each) => ({
                  value: `target:${each}`,
                  label: t('margin.target', { percent: each }),
                })),
                ...offered
                  .toSorted((a, b) => a - b)
                  .map((each) => ({
                    value: `years:${each}`,
                    label: t('margin.years', { count: each }),
                  })),
              ]}
            />
            <Select
              label={t('margin.age')}
              value={age}
              onChange={setAge}
              options={AGES.map((each) => ({ value: each, label: each }))}
            />
          </div>
          <div className="columns">
            <MarginOutlook title={t('margin.now')} age={Number(age)} rule={{}} />
            {isChanged && kind === 'default' && (
              <Note>
                <p>{t('margin.default_text')}</p>
              </Note>
            )}
            {isChanged && kind !== 'default' && (
              <MarginOutlook
                title={t('margin.then')}
                age={Number(age)}
                rule={target === undefined ? { margin_years: years ?? 0 } : { age_target: target }}
              />
            )}
          </div>
        </>
      )}
    </SettingsForm>
  );
}
