// The changes that an audit entry records.
import { useTexts } from '../texts/context.ts';
import { Table } from '../ui/table.tsx';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

interface Props {
  before: Fields | undefined;
  after: Fields | undefined;
}

export function Changes({ before = {}, after = {} }: Props) {
  const t = useTexts();
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (fields.length === 0) return <p className="muted">{t('entry.no_changes')}</p>;
  return (
    <Table
      rows={fields}
      columns={[
        {
          title: t('entry.field'),
          place: 'head',
          cell: (field) => <bdi className="code">{field}</bdi>,
        },
        { title: t('entry.before'), cell: (field) => <bdi>{formatValue(before[field])}</bdi> },
        { title: t('entry.after'), cell: (field) => <bdi>{formatValue(after[field])}</bdi> },
      ]}
      keyOf={(field) => field}
    />
  );
}

const formatValue = (value: Fields[string] | undefined): string =>
  value === undefined || value === null ? '–' : String(value);
