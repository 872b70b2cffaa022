import { faultOf } from '../../../api/call-error.ts';
import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { LinesInput } from '../../../ui/lines-input.tsx';
import { linesOf } from '../../../ui/lines-of.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { isSame } from './changes.ts';

type Settings = WireSettings;

const LISTS = ['callback_origins', 'embed_origins'] as const;

const draftOf = (settings: Settings) => ({
  callback_origins: settings.callback_origins.join('\n'),
  embed_origins: settings.embed_origins.join('\n'),
});

/** The sites that visitors come from and return to. */
export function SitesCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const changed = LISTS.filter((name) => !isSame(linesOf(draft[name]), settings[name]));
  return (
    <SettingsForm
      title={t('sites.title')}
      changes={Object.fromEntries(changed.map((name) => [name, linesOf(draft[name])]))}
      effects={changed.map((name) => ({
        what: t('effect.value', {
          what: t(`sites.${name}`),
          value: linesOf(draft[name]).join(' ') || '–',
        }),
        meaning: t(`effect.${name}_${linesOf(draft[name]).length === 0 ? 'none' : 'some'}`),
      }))}
      onDiscard={discard}
    >
      {({ mayWrite, error }) =>
        LISTS.map((name) => (
          <LinesInput
            key={name}
            label={t(`sites.${name}`)}
            hint={t(`sites.${name}_hint`)}
            value={draft[name]}
            error={faultOf(error, name, t('sites.origins_bad'))}
            isDisabled={!mayWrite}
            onChange={(text) => change({ [name]: text })}
          />
        ))
      }
    </SettingsForm>
  );
}
