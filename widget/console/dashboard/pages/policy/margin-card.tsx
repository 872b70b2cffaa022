import { useState } from 'react';
import type { WireSettings } from '../../../api/wire.ts';
import { choiceOf, marginOf, offeredYears, TARGETS, type Choice } from '../../../margin-choices.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { MarginOutlook, type MarginRule } from '../../margin-outlook.tsx';
import { SettingsForm } from '../../settings-form.tsx';
import { differing } from './changes.ts';

type Settings = WireSettings;

const AGES = ['16', '18', '21'] as const;

const draftOf = (settings: Settings) => ({ choice: choiceOf(settings) });

function ruleOf(choice: Choice): MarginRule {
  const { age_target: target, age_margin_years: years } = marginOf(choice);
  if (target !== null) return { age_target: target };
  return years === null ? { service_default: true } : { margin_years: years };
}

/**
 * How many years above the age gate an estimate must be; if the customer chooses a target, the
 * service computes the years.
 */
export function MarginCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { choice } = draft;
  const [age, setAge] = useState<(typeof AGES)[number]>('18');
  const isChanged = choice !== choiceOf(settings);
  return (
    <SettingsForm
      title={t('margin.title')}
      text={t('margin.text')}
      changes={differing(settings, marginOf(choice))}
      // No effects are listed, because the outlook shows both margins next to each other.
      effects={[]}
      invalid={t('margin.invalid')}
      onDiscard={discard}
    >
      {() => (
        <>
          <div className="inline-form">
            <Select
              label={t('margin.rule')}
              value={choice}
              onChange={(chosen) => change({ choice: chosen })}
              options={[
                { value: 'default', label: t('margin.default') },
                ...TARGETS.map((each) => ({
                  value: `target:${each}`,
                  label: t('margin.target', { percent: each }),
                })),
                ...offeredYears(settings.age_margin_floor_years, settings.age_margin_years).map(
                  (each) => ({
                    value: `years:${each}`,
                    label: t('margin.years', { count: each }),
                  }),
                ),
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
            {isChanged && (
              <MarginOutlook title={t('margin.then')} age={Number(age)} rule={ruleOf(choice)} />
            )}
          </div>
        </>
      )}
    </SettingsForm>
  );
}
