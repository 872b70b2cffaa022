import type { WireSettings } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useDraft } from '../../../ui/use-draft.ts';
import { SettingsForm } from '../../settings-form.tsx';
import { Switches } from '../../../ui/switches.tsx';
import {
  changesOf,
  DOCUMENTS,
  draftOf,
  effectsOf,
  METHODS,
  methodsOf,
  SWITCHES,
  withMethods,
} from './methods-draft.ts';
import { OrderList } from './order-list.tsx';
import { faultOfChoice, wayOf } from './way.ts';

/** The methods that count as proof, and the order in which a visitor is offered them. */
export function MethodsCard({ settings }: { settings: WireSettings }) {
  const t = useTexts();
  const { draft, change, discard } = useDraft(settings, draftOf);
  const { required_method: mode } = settings;
  const way = wayOf(mode, draft, t);
  return (
    <SettingsForm
      title={t('methods.title')}
      changes={changesOf(settings, draft)}
      effects={effectsOf(settings, draft, t)}
      fault={faultOfChoice(mode, draft, t)}
      invalid={t('policy.invalid')}
      onDiscard={discard}
    >
      {({ mayWrite }) => (
        <>
          <Switches
            title={t('methods.accepted')}
            hint={t('methods.accepted_hint')}
            isDisabled={!mayWrite}
            options={METHODS.map((name) => ({ name, label: t(`methods.${name}`) }))}
            chosen={methodsOf(draft)}
            onChange={(chosen) => change(withMethods(draft, settings, chosen))}
          />
          <Switches
            title={t('methods.documents')}
            isDisabled={!mayWrite}
            options={DOCUMENTS.map((name) => ({ name, label: t(`documents.${name}`) }))}
            chosen={draft.documents}
            onChange={(documents) => change({ documents })}
          />
          <Switches
            title={t('methods.more')}
            isDisabled={!mayWrite}
            options={SWITCHES.map((name) => ({
              name,
              label: t(`setting.${name}`),
              hint: t(`setting.${name}_hint`),
            }))}
            chosen={draft.on}
            onChange={(on) => change({ on })}
          />
          <OrderList draft={draft} mayWrite={mayWrite} onChange={(order) => change({ order })} />
          {way.length > 0 && (
            <div role="group" aria-labelledby="policy-way">
              <p className="field-label" id="policy-way">
                {t('way.title')}
              </p>
              <ol className="way">
                {way.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </div>
          )}
        </>
      )}
    </SettingsForm>
  );
}
