import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { useSettings } from '../../queries.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { Switches } from '../../../ui/switches.tsx';

/** The setting that requires members to use a second factor. */
export function SecondFactorCard() {
  const settings = useSettings();
  return (
    <Loaded query={settings} lines={3}>
      {(data) => <Required settings={data} />}
    </Loaded>
  );
}

const NAME = 'require_second_factor';

type Settings = WireSettings;

const draftOf = (settings: Settings) => ({ isOn: settings[NAME] });

function Required({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { isOn } = draft;
  return (
    <SettingsForm
      title={t('second_factor.team')}
      changes={isOn === settings[NAME] ? {} : { [NAME]: isOn }}
      effects={[
        {
          what: t(isOn ? 'effect.on' : 'effect.off', { what: t('second_factor.team') }),
          meaning: t(`effect.second_factor_${isOn ? 'on' : 'off'}`),
        },
      ]}
      isForMembers
      onDiscard={discard}
    >
      {({ mayWrite }) => (
        <Switches
          title={t('second_factor.members')}
          isDisabled={!mayWrite}
          options={[{ name: NAME, label: t('second_factor.required') }]}
          chosen={isOn ? [NAME] : []}
          onChange={(chosen) => change({ isOn: chosen.length > 0 })}
        />
      )}
    </SettingsForm>
  );
}
