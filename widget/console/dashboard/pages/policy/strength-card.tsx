import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import type { Texts } from '../../../texts/languages.ts';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import type { Effect } from '../../effect.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { differing, offeredOf } from './changes.ts';
import { draftOf as methodsDraftOf } from './methods-draft.ts';
import { faultOfChoice } from './way.ts';

type Settings = WireSettings;

const MODES = ['facial', 'document'] as const;
const LEVELS = ['standard', 'strict'] as const;
/** Wallets cannot be read yet; one that a program has chosen is shown as it is. */
const ASSURANCES = ['device', 'edge', 'document', 'wallet'] as const;
const PROOF_DAYS = [1, 7, 30, 90, 180, 365];
const CAPS = [0, 1, 2, 3, 5, 10, 20];

type Draft = Pick<
  Settings,
  'required_method' | 'liveness_level' | 'min_assurance' | 'max_proof_age_days' | 'attempt_cap'
>;

const draftOf = (settings: Settings): Draft => ({
  required_method: settings.required_method,
  liveness_level: settings.liveness_level,
  min_assurance: settings.min_assurance,
  max_proof_age_days: settings.max_proof_age_days,
  attempt_cap: settings.attempt_cap,
});

/** How well a proof must be made, how old it may be, and how often somebody may try. */
export function StrengthCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const changes = differing(settings, draft);
  const assurances = ASSURANCES.filter(
    (level) => level !== 'wallet' || settings.min_assurance === level,
  );
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
        <div className="fields wide">
          <Select
            label={t('strength.mode')}
            value={draft.required_method ?? ''}
            isDisabled={!mayWrite}
            onChange={(mode) => change({ required_method: mode === '' ? null : mode })}
            options={[
              { value: '', label: t('strength.mode_any') },
              ...MODES.map((value) => ({ value, label: t(`strength.mode_${value}`) })),
            ]}
          />
          <Select
            label={t('strength.assurance')}
            value={draft.min_assurance ?? ''}
            isDisabled={!mayWrite}
            onChange={(level) => change({ min_assurance: level === '' ? null : level })}
            options={[
              { value: '', label: t('strength.no_floor') },
              ...assurances.map((value) => ({ value, label: t(`strength.assurance_${value}`) })),
            ]}
          />
          <Select
            label={t('strength.liveness')}
            value={draft.liveness_level ?? ''}
            isDisabled={!mayWrite}
            onChange={(level) => change({ liveness_level: level === '' ? null : level })}
            options={[
              { value: '', label: t('strength.no_floor') },
              ...LEVELS.map((value) => ({ value, label: t(`strength.liveness_${value}`) })),
            ]}
          />
          <Select
            label={t('strength.proof_days')}
            value={String(draft.max_proof_age_days ?? '')}
            isDisabled={!mayWrite}
            onChange={(days) => change({ max_proof_age_days: days === '' ? null : Number(days) })}
            options={[
              { value: '', label: t('strength.proof_days_any') },
              ...offeredOf(PROOF_DAYS, settings.max_proof_age_days ?? 30).map((days) => ({
                value: String(days),
                label: t('keys.days', { count: days }),
              })),
            ]}
          />
          <Select
            label={t('strength.cap')}
            value={String(draft.attempt_cap)}
            isDisabled={!mayWrite}
            onChange={(cap) => change({ attempt_cap: Number(cap) })}
            options={offeredOf(CAPS, settings.attempt_cap).map((cap) => ({
              value: String(cap),
              label: cap === 0 ? t('strength.cap_none') : t('strength.cap_of', { count: cap }),
            }))}
          />
        </div>
      )}
    </SettingsForm>
  );
}

/** What is not among them is not changed. */
function effectsOf(changes: Partial<Draft>, t: Texts): Effect[] {
  const { required_method: mode, min_assurance: assurance, liveness_level: liveness } = changes;
  const { max_proof_age_days: days, attempt_cap: cap } = changes;
  const effects: Effect[] = [];
  const say = (what: string, value: string, meaning: string) =>
    effects.push({ what: t('effect.value', { what, value }), meaning });
  if (mode !== undefined)
    say(t('strength.mode'), t(`strength.mode_${mode ?? 'any'}`), t(`effect.mode_${mode ?? 'any'}`));
  if (assurance !== undefined)
    say(
      t('strength.assurance'),
      assurance === null ? t('strength.no_floor') : t(`strength.assurance_${assurance}`),
      t(`effect.assurance_${assurance ?? 'device'}`),
    );
  if (liveness !== undefined)
    say(
      t('strength.liveness'),
      liveness === null ? t('strength.no_floor') : t(`strength.liveness_${liveness}`),
      t(`effect.liveness_${liveness ?? 'standard'}`),
    );
  if (days !== undefined)
    say(
      t('strength.proof_days'),
      days === null ? t('strength.proof_days_any') : t('keys.days', { count: days }),
      days === null ? t('effect.proof_days_any') : t('effect.proof_days', { count: days }),
    );
  if (cap !== undefined)
    say(
      t('strength.cap'),
      cap === 0 ? t('strength.cap_none') : t('strength.cap_of', { count: cap }),
      cap === 0 ? t('effect.cap_none') : t('effect.cap', { count: cap }),
    );
  return effects;
}
