// Every rule of a context with its sources, and the changes since the team last confirmed that it
// had seen the rules.
import type { WireLaw } from '../../../api/wire.ts';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Table } from '../../../ui/table.tsx';
import { Changed } from './changed.tsx';

type Rule = WireLaw['rules'][number];

export function Rules({ rules, context, changes }: Pick<WireLaw, 'rules' | 'context' | 'changes'>) {
  const t = useTexts();
  const formats = useFormats();
  const stateOf = ({ status, effective_from: from, holds }: Rule): string => {
    if (status === 'draft') return t('law.draft');
    if (holds || from === null) return t('law.holds');
    return t('law.other_day');
  };
  return (
    <Card title={t('law.rules')}>
      <Changed {...{ changes, context }} />
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
              place: 'text',
              cell: ({ note }) => (
                <span dir="ltr" lang="en">
                  {note}
                </span>
              ),
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

function Sources({ sources }: Pick<Rule, 'sources'>) {
  const formats = useFormats();
  return sources.map(({ title, url, read_on: read }) => (
    <span key={url}>
      <a href={url} rel="noreferrer" lang="en">
        {title}
      </a>{' '}
      ({formats.date(read)}).{' '}
    </span>
  ));
}
