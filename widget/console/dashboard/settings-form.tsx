// A card of settings that shows the effect of a change before it is saved. Owners can save; other
// members can only read.
import { useEffect, useState, type ReactNode } from 'react';
import { mayDo } from '../../../src/domain/customers/team/rights.ts';
import type { WireSettingsChanges } from '../api/wire.ts';
import { useUser } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Form } from '../ui/form.tsx';
import { ErrorNote, News, Note } from '../ui/note.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import type { Effect } from './effect.ts';
import { SaveFooter } from './save-footer.tsx';
import { useSave } from './use-save.ts';

interface Inside {
  mayWrite: boolean;
  /** The error of the last attempt to save, if it failed. */
  error: unknown;
}

interface Props {
  title: string;
  text?: string;
  /**
   * The changes to send. They contain only differences, so that a colleague's change to another
   * setting is kept.
   */
  changes: WireSettingsChanges;
  effects: readonly Effect[];
  /** The text for a refused value (VALIDATION_FAILED) in this form. */
  invalid?: string;
  /** Why the form cannot be saved. */
  fault?: string | undefined;
  onDiscard: () => void;
  /**
   * Describes the data that saving deletes immediately, and the word that the member must type
   * first.
   */
  loss?: { title: string; text: string; word: string } | undefined;
  /** Whether the change affects members; by default it affects new sessions. */
  isForMembers?: boolean;
  children: (inside: Inside) => ReactNode;
}

export function SettingsForm(props: Props) {
  const { title, text, changes, effects, invalid, fault, onDiscard, loss } = props;
  const { isForMembers = false } = props;
  const t = useTexts();
  const { role } = useUser();
  const { forgetSaved, ...save } = useSave(changes);
  const [isConfirming, setConfirming] = useState(false);
  const count = Object.keys(changes).length;
  const isChanged = count > 0;
  useUnsaved(isChanged, t('look.leave'));
  useEffect(() => {
    if (isChanged) forgetSaved();
  }, [isChanged, forgetSaved]);
  const mayWrite = mayDo(role, 'settings.write');
  const discard = () => {
    onDiscard();
    save.forget();
  };
  const submit = () => {
    if (loss === undefined) return save.run();
    save.forget();
    return setConfirming(true);
  };
  return (
    <Card title={title}>
      <Form onSubmit={submit}>
        {text !== undefined && <p className="muted">{text}</p>}
        {props.children({ mayWrite, error: save.error })}
        {isChanged && <Changes count={count} effects={effects} isLater={!isForMembers && !loss} />}
        {fault !== undefined && <News tone="bad">{fault}</News>}
        {save.error !== undefined && <ErrorNote error={save.error} invalid={invalid} />}
        {save.isSaved && !isChanged && (
          <News tone="good">{t(isForMembers ? 'second_factor.saved' : 'policy.saved')}</News>
        )}
        {mayWrite ? (
          <SaveFooter
            isChanged={isChanged}
            isRunning={save.isRunning}
            isFaulty={fault !== undefined}
            onDiscard={discard}
          />
        ) : (
          <p className="muted small">{t('policy.read_only')}</p>
        )}
      </Form>
      {isConfirming && loss && (
        <ConfirmDialog
          title={loss.title}
          word={loss.word}
          act={t('policy.save')}
          onConfirm={save.start}
          onClose={() => setConfirming(false)}
        >
          <p>{loss.text}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

interface ChangesProps {
  count: number;
  effects: readonly Effect[];
  /** Whether the change only affects new sessions, while running sessions keep their settings. */
  isLater: boolean;
}

/** The changes that saving would apply. */
function Changes({ count, effects, isLater }: ChangesProps) {
  const t = useTexts();
  return (
    <Note tone="warn" title={t('policy.changes', { count })}>
      <Effects effects={effects} />
      {isLater && <p>{t('policy.changes_text')}</p>}
    </Note>
  );
}

function Effects({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return undefined;
  return (
    <ul className="effects">
      {effects.map(({ what, meaning }) => (
        <li key={what}>
          <strong>{what}</strong> {meaning}
        </li>
      ))}
    </ul>
  );
}
