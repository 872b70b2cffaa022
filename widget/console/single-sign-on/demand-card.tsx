import { FreshError } from '../security/fresh-error.tsx';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form } from '../ui/form.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';
import { News, Note } from '../ui/note.tsx';
import { Select } from '../ui/select.tsx';
import { Switches } from '../ui/switches.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { useSave } from './use-save.ts';

/**
 * The saved setting. `break_glass` is the id, as a string, of the person who may still sign in
 * without single sign-on.
 */
export interface Demand {
  enforce: boolean;
  break_glass: string | null;
  break_glass_ready: boolean;
  break_glass_used_at?: string | undefined;
}

interface Props<T> {
  sso: Demand;
  texts: Record<'who' | 'hint' | 'glass' | 'glassHint' | 'notReady', string>;
  /** A query for the people, including everyone who can be chosen for `break_glass`. */
  people: Parameters<typeof Loaded<{ rows: T[] }>>[0]['query'];
  /** @returns undefined for a person who cannot be chosen */
  optionOf: (person: T) => { value: string; label: string } | undefined;
  onSave: (demand: { enforce: boolean; break_glass: string | null }) => Promise<Demand>;
}

const draftOf = (sso: Demand) => ({ isOn: sso.enforce, glass: sso.break_glass ?? '' });

/** Whether single sign-on is required, and who may still sign in without it. */
export function DemandCard<T>({ sso, texts, people, optionOf, onSave }: Props<T>) {
  const t = useTexts();
  const { draft, change, restart } = useDraft(sso, draftOf);
  const glass = draft.glass === '' ? null : draft.glass;
  const save = useSave(() => onSave({ enforce: draft.isOn, break_glass: glass }), restart);
  return (
    <Card title={t('sso.demand')}>
      <Form onSubmit={save.run}>
        <Switches
          title={texts.who}
          hint={texts.hint}
          options={[{ name: 'enforce', label: t('sso.enforce') }]}
          chosen={draft.isOn ? ['enforce'] : []}
          onChange={(chosen) => change({ isOn: chosen.length > 0 })}
        />
        <Loaded query={people} lines={1}>
          {({ rows }) => (
            <Select
              label={texts.glass}
              hint={texts.glassHint}
              value={draft.glass}
              onChange={(chosen) => change({ glass: chosen })}
              options={[
                { value: '', label: t('sso.break_glass_nobody') },
                ...rows.map(optionOf).filter((option) => option !== undefined),
              ]}
            />
          )}
        </Loaded>
        {sso.enforce && !sso.break_glass_ready && <Note tone="warn" title={texts.notReady} />}
        {sso.break_glass_used_at !== undefined && (
          <p className="muted small">
            {t('sso.break_glass_used')} <Moment at={sso.break_glass_used_at} />
          </p>
        )}
        {save.error !== undefined && <FreshError error={save.error} />}
        {save.isSaved && <News tone="good">{t('sso.saved')}</News>}
        <div className="dialog-foot">
          <Button type="submit" look="primary" isPending={save.isRunning}>
            {t('act.save')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
