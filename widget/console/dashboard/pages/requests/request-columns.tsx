import type { WireRequestLine } from '../../../api/wire.ts';
import type { useFormats } from '../../../texts/format.ts';
import type { ConsoleTexts } from '../../../texts/languages.ts';
import { Badge, type BadgeTone } from '../../../ui/card.tsx';
import type { Column } from '../../../ui/table.tsx';

type Line = WireRequestLine;

export const requestColumns = (
  t: ConsoleTexts,
  formats: ReturnType<typeof useFormats>,
): Column<Line>[] => [
  {
    title: t('requests.call'),
    place: 'head',
    cell: ({ method, path }) => (
      <code dir="ltr">
        {method} {path}
      </code>
    ),
  },
  {
    title: t('requests.answer'),
    place: 'plain',
    cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge>,
    note: ({ code }) => (code === undefined ? undefined : <code dir="ltr">{code}</code>),
  },
  {
    title: t('requests.took'),
    cell: ({ duration_ms: ms }) => formats.milliseconds(ms),
  },
  {
    title: t('requests.at'),
    cell: ({ at }) => <time dateTime={at}>{formats.second(at)}</time>,
  },
  {
    title: t('requests.id'),
    cell: ({ request_id: id }) => (
      <code className="small" dir="ltr">
        {id}
      </code>
    ),
  },
];

function toneOf(status: number): BadgeTone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}
