import {
  LISTED_AFTER_RESULT_DAYS,
  listedDays,
} from '../../../../../src/domain/verification/rules/session/listed-days.ts';
import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { Effect } from '../../effect.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { Switches } from '../../../ui/switches.tsx';
import { differing, isSame, offeredOf, switched } from './changes.ts';

type Settings = WireSettings;

const RESULT_DAYS = [1, 7, 30, 90, 180, 365];
const HISTORY_DAYS = [30, 90, 180, 365, 730];
const FIELDS = ['name', 'birth_year', 'document_number_hash'] as const;

const draftOf = (settings: Settings) => ({
  results: settings.retention_days,
  history: settings.history_days,
  fields: settings.document_fields,
});

type Draft = ReturnType<typeof draftOf>;

/** @returns the number of days that the session list keeps a session */
const listedOf = ({ results, history }: Pick<Draft, 'results' | 'history'>): number =>
  listedDays({ retentionDays: results, historyDays: history });

/** The personal data in results, and how long it is kept. */
export function RetentionCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { results, history, fields } = draft;
  const listed = listedOf(draft);
  const isShorter = history < settings.history_days && listed < listedOf(draftOf(settings));
  const loss = t('effect.history_less', { days: t('keys.days', { count: listed }) });
  return (
    <SettingsForm
      title={t('retention.title')}
      text={t('retention.text')}
      changes={{
        ...differing(settings, { retention_days: results, history_days: history }),
        ...(!isSame(fields, settings.document_fields) && { document_fields: fields }),
      }}
      effects={effectsOf(settings, draft, t, isShorter ? loss : undefined)}
      loss={
        isShorter
          ? { title: t('retention.less_title'), text: loss, word: String(listed) }
          : undefined
      }
      onDiscard={discard}
    >
      {({ mayWrite }) => (
        <>
          <div className="fields">
            <DaysSelect
              label={t('retention.results')}
              value={results}
              isDisabled={!mayWrite}
              onChange={(chosen) => change({ results: chosen })}
              offered={offeredOf(RESULT_DAYS, settings.retention_days)}
            />
            <DaysSelect
              label={t('retention.history')}
              hint={t('retention.history_hint', {
                days: t('keys.days', { count: LISTED_AFTER_RESULT_DAYS }),
              })}
              value={history}
              isDisabled={!mayWrite}
              onChange={(chosen) => change({ history: chosen })}
              offered={offeredOf(HISTORY_DAYS, settings.history_days)}
            />
          </div>
          <Facts
            facts={[{ label: t('residency.label'), value: t(`residency.${settings.residency}`) }]}
          />
          <Switches
            title={t('retention.fields')}
            hint={t('retention.fields_hint')}
            isDisabled={!mayWrite}
            options={FIELDS.map((name) => ({ name, label: t(`retention.${name}`) }))}
            chosen={fields}
            onChange={(chosen) => change({ fields: chosen })}
          />
        </>
      )}
    </SettingsForm>
  );
}

interface DaysProps {
  label: string;
  hint?: string;
  value: number;
  isDisabled: boolean;
  offered: readonly number[];
  onChange: (days: number) => void;
}

function DaysSelect({ value, offered, onChange, ...field }: DaysProps) {
  const t = useTexts();
  return (
    <Select
      {...field}
      value={String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      options={offered.map((count) => ({
        value: String(count),
        label: t('keys.days', { count }),
      }))}
    />
  );
}

/**
 * @param loss the data that a shorter history deletes, in words
 * @returns the changes and their effect
 */
function effectsOf(
  settings: Settings,
  draft: Draft,
  t: ConsoleTexts,
  loss: string | undefined,
): Effect[] {
  const { results, history, fields } = draft;
  const effects: Effect[] = [];
  const addEffect = (name: 'results' | 'history', count: number, meaning: string) => {
    const value = t('keys.days', { count });
    effects.push({ what: t('effect.value', { what: t(`retention.${name}`), value }), meaning });
  };
  if (results !== settings.retention_days)
    addEffect('results', results, t('effect.results', { count: results }));
  if (history !== settings.history_days)
    addEffect('history', history, loss ?? t('effect.history', { count: listedOf(draft) }));
  const changed = FIELDS.filter(
    (name) => settings.document_fields.includes(name) !== fields.includes(name),
  );
  for (const name of changed)
    effects.push({
      what: switched(t, t(`retention.${name}`), fields.includes(name)),
      meaning: t(`effect.field_${fields.includes(name) ? 'on' : 'off'}`),
    });
  return effects;
}
