import { CONTEXTS } from '../../../../../src/config/law-contexts.ts';
import type { WireLaw, WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Select } from '../../../ui/select.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { SettingsForm } from '../../settings-form.tsx';

type Draft = Pick<WireSettings, 'policy' | 'policy_context'>;

const draftOf = ({ policy, policy_context: context }: WireSettings): Draft => ({
  policy,
  policy_context: context,
});

interface Props {
  settings: WireSettings;
  places: WireLaw['places'];
}

/** The jurisdiction and context of new sessions. */
export function PolicyForm({ settings, places }: Props) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { policy, policy_context: context } = draft;
  const changes = {
    ...(policy !== settings.policy && { policy }),
    ...(context !== settings.policy_context && { policy_context: context }),
  };
  const known = places.map(({ jurisdiction, name }) => ({ value: jurisdiction, label: name }));
  // A jurisdiction that can be set only through the API, such as a member state of a union, is
  // shown by its code.
  const isListed = ['off', 'auto', ...places.map((one) => one.jurisdiction)].includes(policy);
  const kind = policy === 'off' || policy === 'auto' ? policy : 'fixed';
  return (
    <SettingsForm
      title={t('law.policy')}
      text={t('law.policy_text')}
      changes={changes}
      effects={
        changes.policy === undefined && changes.policy_context === undefined
          ? []
          : [{ what: t('law.policy'), meaning: t(`effect.law_${kind}`) }]
      }
      fault={policy !== 'off' && context === null ? t('law.context_needed') : undefined}
      onDiscard={discard}
    >
      {({ mayWrite }) => (
        <div className="fields wide">
          <Select
            label={t('law.policy_label')}
            value={policy}
            isDisabled={!mayWrite}
            onChange={(chosen) => change({ policy: chosen })}
            options={[
              { value: 'off', label: t('law.policy_off') },
              { value: 'auto', label: t('law.policy_auto') },
              ...known,
              ...(isListed ? [] : [{ value: policy, label: policy }]),
            ]}
          />
          <Select
            label={t('law.context')}
            value={context ?? ''}
            isDisabled={!mayWrite}
            onChange={(chosen) => change({ policy_context: chosen === '' ? null : chosen })}
            options={[
              { value: '', label: t('law.context_none') },
              ...CONTEXTS.map((value) => ({ value, label: t(`law.context_${value}`) })),
            ]}
          />
        </div>
      )}
    </SettingsForm>
  );
}
