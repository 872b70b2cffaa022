import {
  LISTED_AFTER_RESULT_DAYS,
  listedDays,
} from '../../../../../src/domain/verification/rules/session/listed-days.ts';
import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { Effect } from '../../effect.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { Switches } from '../../switches.tsx';
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

const listedNow = ({ retention_days: retentionDays, history_days: historyDays }: Settings) =>
  listedDays({ retentionDays, historyDays });

/** What results say of a person, and how long they are kept. */
export function RetentionCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { results, history, fields } = draft;
  const days = differing(settings, { retention_days: results, history_days: history });
  const shown = (name: 'results' | 'history', count: number) =>
    t('effect.value', { what: t(`retention.${name}`), value: t('keys.days', { count }) });
  const listed = listedDays({ retentionDays: results, historyDays: history });
  const isShorter = history < settings.history_days && listed < listedNow(settings);
  const loss = t('effect.history_less', { days: t('keys.days', { count: listed }) });
  const effects: Effect[] = [
    ...(days.retention_days === undefined
      ? []
      : [{ what: shown('results', results), meaning: t('effect.results', { count: results }) }]),
    ...(days.history_days === undefined
      ? []
      : [
          {
            what: shown('history', history),
            meaning: isShorter ? loss : t('effect.history', { count: listed }),
          },
        ]),
    ...FIELDS.filter(
      (name) => settings.document_fields.includes(name) !== fields.includes(name),
    ).map((name) => ({
      what: switched(t, t(`retention.${name}`), fields.includes(name)),
      meaning: t(`effect.field_${fields.includes(name) ? 'on' : 'off'}`),
    })),
  ];
  return (
    <SettingsForm
      title={t('retention.title')}
      text={t('retention.text')}
      changes={{
        ...days,
        ...(!isSame(fields, settings.document_fields) && { document_fields: fields }),
      }}
      effects={effects}
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
            <Select
              label={t('retention.results')}
              value={String(results)}
              isDisabled={!mayWrite}
              onChange={(chosen) => change({ results: Number(chosen) })}
              options={offeredOf(RESULT_DAYS, settings.retention_days).map((count) => ({
                value: String(count),
                label: t('keys.days', { count }),
              }))}
            />
            <Select
              label={t('retention.history')}
              hint={t('retention.history_hint', {
                days: t('keys.days', { count: LISTED_AFTER_RESULT_DAYS }),
              })}
              value={String(history)}
              isDisabled={!mayWrite}
              onChange={(chosen) => change({ history: Number(chosen) })}
              options={offeredOf(HISTORY_DAYS, settings.history_days).map((count) => ({
                value: String(count),
                label: t('keys.days', { count }),
              }))}
            />
          </div>
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
