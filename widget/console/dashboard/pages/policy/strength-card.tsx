import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { Effect } from '../../effect.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { differing, offeredOf } from './changes.ts';
import { draftOf as methodsDraftOf } from './methods-draft.ts';
import { choiceOf, RecheckField } from './recheck-field.tsx';
import { faultOfChoice } from './way.ts';

type Settings = WireSettings;

const MODES = ['facial', 'document'] as const;
const LEVELS = ['standard', 'strict'] as const;
/** The assurance levels; `wallet` is offered only while it is the saved level. */
const ASSURANCES = ['device', 'edge', 'document', 'wallet'] as const;
const PROOF_DAYS = [1, 7, 30, 90, 180, 365];
const CAPS = [0, 1, 2, 3, 5, 10, 20];

type Draft = Pick<
  Settings,
  | 'required_method'
  | 'liveness_level'
  | 'min_assurance'
  | 'max_proof_age_days'
  | 'recheck'
  | 'attempt_cap'
>;

const draftOf = (settings: Settings): Draft => ({
  required_method: settings.required_method,
  liveness_level: settings.liveness_level,
  min_assurance: settings.min_assurance,
  max_proof_age_days: settings.max_proof_age_days,
  recheck: settings.recheck,
  attempt_cap: settings.attempt_cap,
});

/** How strong a proof must be, how old it may be, and how many attempts a person has. */
export function StrengthCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const changes = differing(settings, draft);
  return (
    <SettingsForm
      title={t('strength.title')}
      text={t('strength.text')}
      changes={changes}
      effects={effectsOf(changes, t)}
      fault={faultOfChoice(draft.required_method, methodsDraftOf(settings), t)}
      invalid={t('policy.invalid')}
      onDiscard={discard}
    >
      {({ mayWrite }) => (
        <StrengthFields {...{ settings, draft }} isDisabled={!mayWrite} onChange={change} />
      )}
    </SettingsForm>
  );
}

interface FieldsProps {
  settings: Settings;
  draft: Draft;
  isDisabled: boolean;
  onChange: (part: Partial<Draft>) => void;
}

function StrengthFields({ settings, draft, isDisabled, onChange }: FieldsProps) {
  const t = useTexts();
  const assurances = ASSURANCES.filter(
    (level) => level !== 'wallet' || settings.min_assurance === level,
  );
  return (
    <div className="fields wide">
      <ChoiceOrNone
        label={t('strength.mode')}
        none={t('strength.mode_any')}
        value={draft.required_method}
        isDisabled={isDisabled}
        onChange={(mode) => onChange({ required_method: mode })}
        options={MODES.map((value) => ({ value, label: t(`strength.mode_${value}`) }))}
      />
      <ChoiceOrNone
        label={t('strength.assurance')}
        none={t('strength.no_floor')}
        value={draft.min_assurance}
        isDisabled={isDisabled}
        onChange={(level) => onChange({ min_assurance: level })}
        options={assurances.map((value) => ({
          value,
          label: t(`strength.assurance_${value}`),
        }))}
      />
      <ChoiceOrNone
        label={t('strength.liveness')}
        none={t('strength.no_floor')}
        value={draft.liveness_level}
        isDisabled={isDisabled}
        onChange={(level) => onChange({ liveness_level: level })}
        options={LEVELS.map((value) => ({ value, label: t(`strength.liveness_${value}`) }))}
      />
      <ChoiceOrNone
        label={t('strength.proof_days')}
        none={t('strength.proof_days_any')}
        value={draft.max_proof_age_days === null ? null : String(draft.max_proof_age_days)}
        isDisabled={isDisabled}
        onChange={(days) => onChange({ max_proof_age_days: days === null ? null : Number(days) })}
        options={offeredOf(PROOF_DAYS, settings.max_proof_age_days ?? 30).map((days) => ({
          value: String(days),
          label: t('keys.days', { count: days }),
        }))}
      />
      <RecheckField value={draft.recheck} {...{ isDisabled, onChange }} />
      <Select
        label={t('strength.cap')}
        value={String(draft.attempt_cap)}
        isDisabled={isDisabled}
        onChange={(cap) => onChange({ attempt_cap: Number(cap) })}
        options={offeredOf(CAPS, settings.attempt_cap).map((cap) => ({
          value: String(cap),
          label: cap === 0 ? t('strength.cap_none') : t('strength.cap_of', { count: cap }),
        }))}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  /** The label of the option that requires nothing. */
  none: string;
  value: Value | null;
  isDisabled: boolean;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | null) => void;
}

function ChoiceOrNone<Value extends string>(props: ChoiceProps<Value>) {
  const { none, value, options, onChange, ...field } = props;
  return (
    <Select<Value | ''>
      {...field}
      value={value ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
      options={[{ value: '', label: none }, ...options]}
    />
  );
}

/** Describes the effect of each change. */
function effectsOf(changes: Partial<Draft>, t: ConsoleTexts): Effect[] {
  const { required_method: mode, min_assurance: assurance, liveness_level: liveness } = changes;
  const { max_proof_age_days: days, recheck, attempt_cap: cap } = changes;
  const effects: Effect[] = [];
  const addEffect = (what: string, value: string, meaning: string) =>
    effects.push({ what: t('effect.value', { what, value }), meaning });
  if (mode !== undefined)
    addEffect(
      t('strength.mode'),
      t(`strength.mode_${mode ?? 'any'}`),
      t(`effect.mode_${mode ?? 'any'}`),
    );
  if (assurance !== undefined)
    addEffect(
      t('strength.assurance'),
      assurance === null ? t('strength.no_floor') : t(`strength.assurance_${assurance}`),
      t(`effect.assurance_${assurance ?? 'device'}`),
    );
  if (liveness !== undefined)
    addEffect(
      t('strength.liveness'),
      liveness === null ? t('strength.no_floor') : t(`strength.liveness_${liveness}`),
      t(`effect.liveness_${liveness ?? 'standard'}`),
    );
  if (days !== undefined)
    addEffect(
      t('strength.proof_days'),
      days === null ? t('strength.proof_days_any') : t('keys.days', { count: days }),
      days === null ? t('effect.proof_days_any') : t('effect.proof_days', { count: days }),
    );
  if (recheck !== undefined)
    addEffect(
      t('strength.recheck'),
      t(`strength.recheck_${choiceOf(recheck)}`),
      t(`effect.recheck_${choiceOf(recheck)}`),
    );
  if (cap !== undefined)
    addEffect(
      t('strength.cap'),
      cap === 0 ? t('strength.cap_none') : t('strength.cap_of', { count: cap }),
      cap === 0 ? t('effect.cap_none') : t('effect.cap', { count: cap }),
    );
  return effects;
}
