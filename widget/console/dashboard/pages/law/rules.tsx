// Every rule of a context with its sources, and the differences since this browser's last visit.
import { useState } from 'react';
import type { WireLaw } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Note } from '../../../ui/note.tsx';
import { Table } from '../../../ui/table.tsx';
import { differencesOf, parseSeen, seenWith, type Differences } from './seen.ts';

type Rule = WireLaw['rules'][number];

export function Rules({ rules, context }: Pick<WireLaw, 'rules' | 'context'>) {
  const t = useTexts();
  const formats = useFormats();
  const stateOf = ({ status, effective_from: from, holds }: Rule): string => {
    if (status === 'draft') return t('law.draft');
    if (holds || from === null) return t('law.holds');
    return t('law.other_day');
  };
  return (
    <Card title={t('law.rules')}>
      <Changed {...{ rules, context }} />
      {rules.length === 0 ? (
        <p className="muted">{t('law.no_rules')}</p>
      ) : (
        <Table
          rows={rules}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('law.rule'),
              cell: ({ name }) => <strong>{name}</strong>,
              note: ({ id }) => <code dir="ltr">{id}</code>,
              place: 'head',
            },
            {
              title: t('law.since'),
              cell: ({ effective_from: from }) => (from === null ? undefined : formats.date(from)),
              note: stateOf,
            },
            {
              title: t('law.note'),
              cell: ({ note }) => <span lang="en">{note}</span>,
              note: ({ sources }) => <Sources sources={sources} />,
            },
            {
              title: t('law.reviewed'),
              cell: ({ reviewed_by: by }) => by ?? t('law.reviewed_nobody'),
            },
          ]}
        />
      )}
    </Card>
  );
}

const Sources = ({ sources }: Pick<Rule, 'sources'>) =>
  sources.map(({ title, url, read_on: read }) => (
    <span key={url}>
      <a href={url} rel="noreferrer" lang="en">
        {title}
      </a>{' '}
      ({read}).{' '}
    </span>
  ));

/** A first visit shows no differences, because everything would be new. */
function Changed({ rules, context }: Pick<WireLaw, 'rules' | 'context'>) {
  const t = useTexts();
  const [seen, setSeen] = useState(() => parseSeen(readStored('law-seen')));
  const differences = differencesOf(seen[context], rules);
  const note = () => {
    const next = seenWith(seen, context, rules);
    keepStored('law-seen', JSON.stringify(next));
    setSeen(next);
  };
  if (differences === undefined)
    return (
      <p className="muted">
        {t('law.unseen')} <Button onPress={note}>{t('law.note_seen')}</Button>
      </p>
    );
  if (isNone(differences)) return <p className="muted">{t('law.unchanged')}</p>;
  const list = new Intl.ListFormat(t.locale);
  return (
    <Note title={t('law.changed')}>
      <ul className="effects">
        {(['added', 'changed', 'removed'] as const).map(
          (kind) =>
            differences[kind].length > 0 && (
              <li key={kind}>
                {t(`law.changed_${kind}`, { rules: list.format(differences[kind]) })}
              </li>
            ),
        )}
      </ul>
      <Button onPress={note}>{t('law.note_seen')}</Button>
    </Note>
  );
}

const isNone = ({ added, changed, removed }: Differences): boolean =>
  added.length + changed.length + removed.length === 0;
