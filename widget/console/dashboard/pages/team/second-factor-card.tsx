import { useState } from 'react';
import type { components } from '../../../api/schema.ts';
import { useTexts } from '../../../texts/context.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useSettings } from '../../queries.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { Switches } from '../../switches.tsx';

/** Whether members need a second factor. */
export function SecondFactorCard() {
  const settings = useSettings();
  return (
    <Loaded query={settings} lines={3}>
      {(data) => <Required settings={data} />}
    </Loaded>
  );
}

const NAME = 'require_second_factor';

function Required({ settings }: { settings: components['schemas']['Settings'] }) {
  const t = useTexts();
  const saved = settings[NAME];
  const [isOn, setOn] = useState(saved);
  return (
    <SettingsForm
      title={t('second_factor.team')}
      changes={isOn === saved ? {} : { [NAME]: isOn }}
      effects={[
        {
          what: t(isOn ? 'effect.on' : 'effect.off', { what: t('second_factor.team') }),
          meaning: t(`effect.second_factor_${isOn ? 'on' : 'off'}`),
        },
      ]}
      isForMembers
      onDiscard={() => setOn(saved)}
    >
      {({ mayWrite }) => (
        <Switches
          title={t('second_factor.members')}
          isDisabled={!mayWrite}
          options={[{ name: NAME, label: t('second_factor.required') }]}
          chosen={isOn ? [NAME] : []}
          onChange={(chosen) => setOn(chosen.length > 0)}
        />
      )}
    </SettingsForm>
  );
}
