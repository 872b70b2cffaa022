import { useState } from 'react';
import { Form } from 'react-aria-components/Form';
import { mayDo } from '../../../../../src/domain/team/rights.ts';
import type { components } from '../../../api/schema.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { Switches } from '../../switches.tsx';
import { useSave } from '../../use-save.ts';

type Settings = components['schemas']['Settings'];

const METHODS = ['face', 'document', 'account'] as const;
const DOCUMENTS = ['passport', 'id_card', 'residence_permit', 'drivers_license'] as const;
/** Settings that are on or off, in the order of a check. */
const SWITCHES = [
  'agate_id',
  'agate_id_face',
  'document_step_up',
  'reviews',
  'review_second_person',
] as const;

interface Draft {
  /** Nothing restricted: what the session's mode asks for. */
  methods: Settings['accept_methods'];
  documents: Settings['allowed_documents'];
  on: readonly (typeof SWITCHES)[number][];
}

const draftOf = (settings: Settings): Draft => ({
  methods: settings.accept_methods,
  documents: settings.allowed_documents,
  on: SWITCHES.filter((name) => settings[name]),
});

/** What counts as a proof. What would change, and what that means, is listed before it is saved. */
export function MethodsCard({ settings }: { settings: Settings }) {
  const t = useTexts();
  const { role } = useUser();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const changed = changesOf(settings, draft);
  const save = useSave(changed.body);
  const mayWrite = mayDo(role, 'settings.write');
  const change = (part: Partial<Draft>) => {
    save.forgetSaved();
    setDraft((before) => ({ ...before, ...part }));
  };
  // A method that a program has chosen stays, also when it is not offered here.
  const others = (draft.methods ?? []).filter((method) => !METHODS.some((each) => each === method));
  const methods = METHODS.filter((method) => draft.methods?.includes(method) ?? true);
  return (
    <Card title={t('methods.title')}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          save.run();
        }}
      >
        <Switches
          title={t('methods.accepted')}
          hint={t('methods.accepted_hint')}
          isDisabled={!mayWrite}
          options={METHODS.map((name) => ({ name, label: t(`methods.${name}`) }))}
          chosen={methods}
          onChange={(chosen) =>
            change({
              methods:
                chosen.length === METHODS.length && settings.accept_methods === null
                  ? null
                  : [...chosen, ...others],
            })
          }
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
        {changed.names.length > 0 && (
          <Note tone="warn" title={t('policy.changes', { count: changed.names.length })}>
            <p>{t('policy.changes_text')}</p>
          </Note>
        )}
        {(draft.methods?.length === 0 || draft.documents.length === 0) && (
          <Note tone="bad" isNews>
            <p>{t('methods.at_least_one')}</p>
          </Note>
        )}
        {save.error !== undefined && <ErrorNote error={save.error} />}
        {save.isSaved && changed.names.length === 0 && (
          <Note tone="good" isNews>
            <p>{t('policy.saved')}</p>
          </Note>
        )}
        {mayWrite ? (
          <div className="dialog-foot">
            {changed.names.length > 0 && (
              <Button onPress={() => setDraft(draftOf(settings))}>{t('policy.discard')}</Button>
            )}
            <Button
              type="submit"
              look="primary"
              isPending={save.isRunning}
              isDisabled={changed.names.length === 0}
            >
              {t('policy.save')}
            </Button>
          </div>
        ) : (
          <p className="muted small">{t('policy.read_only')}</p>
        )}
      </Form>
    </Card>
  );
}

/** Only what differs is sent, so that a colleague's change of something else stays. */
function changesOf(settings: Settings, { methods, documents, on }: Draft) {
  const body: components['schemas']['SettingsChanges'] = {
    ...(!isSame(methods, settings.accept_methods) && { accept_methods: methods }),
    ...(!isSame(documents, settings.allowed_documents) && { allowed_documents: documents }),
    ...Object.fromEntries(
      SWITCHES.filter((name) => settings[name] !== on.includes(name)).map((name) => [
        name,
        on.includes(name),
      ]),
    ),
  };
  return { body, names: Object.keys(body) };
}

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one?.toSorted().join() === other?.toSorted().join();
