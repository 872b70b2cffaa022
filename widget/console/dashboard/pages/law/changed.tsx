// The changes to the law's rules since the team last confirmed that it had seen the rules, and a
// button to confirm that it has seen the current ones.
import { useQueryClient } from '@tanstack/react-query';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { dataOf } from '../../../api/client.ts';
import type { WireLaw } from '../../../api/wire.ts';
import { useClient, useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorNote, Note } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

type Changes = WireLaw['changes'];
type Member = Changes['changed'][number]['members'][number];

export function Changed({ changes, context }: Pick<WireLaw, 'changes' | 'context'>) {
  const t = useTexts();
  const formats = useFormats();
  const { added, changed, removed, seen_at: seenAt } = changes;
  const note = <NoteSeen {...{ changes, context }} />;
  if (seenAt === undefined)
    return (
      <div className="muted">
        {t('law.unseen')} {note}
      </div>
    );
  const day = formats.date(seenAt);
  if (added.length + changed.length + removed.length === 0)
    return <p className="muted">{t('law.unchanged', { day })}</p>;
  const list = new Intl.ListFormat(t.locale);
  return (
    <Note title={t('law.changed', { day })}>
      <ul className="effects">
        {added.length > 0 && <li>{t('law.changed_added', { rules: list.format(added) })}</li>}
        {changed.map(({ id, members }) => (
          <li key={id}>
            {t('law.changed_changed', { rule: id })} <Members members={members} />
          </li>
        ))}
        {removed.length > 0 && <li>{t('law.changed_removed', { rules: list.format(removed) })}</li>}
      </ul>
      {note}
    </Note>
  );
}

/**
 * Shows names and values exactly as they appear in the law files, because they are data and the
 * same in every language.
 */
const Members = ({ members }: { members: readonly Member[] }) => (
  <span dir="ltr" lang="en">
    {members.map(describeMember).join('; ')}
  </span>
);

/**
 * If the old and the new value together are longer than this, only the name is shown, because the
 * table below contains the values.
 */
const MAX_SHOWN = 80;

function describeMember({ name, before, after }: Member): string {
  const values = [before ?? '–', after ?? '–'];
  return values.join('').length > MAX_SHOWN ? name : `${name}: ${values.join(' → ')}`;
}

function NoteSeen({ changes: { version }, context }: Pick<WireLaw, 'changes' | 'context'>) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const { role } = useUser();
  const { run, isRunning, error } = useAction(async () => {
    await dataOf(client.POST('/dashboard/v1/law/seen', { body: { context, version } }));
    await answers.invalidateQueries({ queryKey: ['law'] });
  });
  if (!mayDo(role, 'settings.write')) return null;
  return (
    <>
      <Button isPending={isRunning} onPress={run}>
        {t('law.note_seen')}
      </Button>
      {error !== undefined && <ErrorNote error={error} conflict={t('law.note_conflict')} />}
    </>
  );
}
