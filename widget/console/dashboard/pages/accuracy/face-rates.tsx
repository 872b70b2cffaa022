// Error rates of the face comparison by origin and sex, with group sizes and intervals.
import type { ReactNode } from 'react';
import { useTexts } from '../../../texts/context.ts';
import { useFormats } from '../../../texts/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Note } from '../../../ui/note.tsx';
import { Table } from '../../../ui/table.tsx';
import { useFaceRates } from '../../queries.ts';

type Data = NonNullable<ReturnType<typeof useFaceRates>['data']>;
type Group = Data['groups'][number];

interface Counted {
  share: number;
  interval: readonly number[];
  pairs: number;
}

const STRANGERS = ['portrait', 'enrolled'] as const;
const OWN = [
  ['again', 'portrait_again'],
  ['other', 'portrait_other'],
  ['refused', 'enrolled_refused'],
] as const;

export function FaceRates() {
  const t = useTexts();
  const formats = useFormats();
  const rates = useFaceRates();
  return (
    <Card title={t('truth.faces')}>
      <Loaded query={rates} lines={4}>
        {(data) => (
          <>
            <p className="muted">
              {t('truth.faces_text')}{' '}
              {t('truth.faces_measured', { day: formats.date(data.measured_on) })}{' '}
              <a href="/docs/face#how-well">{t('truth.measured')}</a>
            </p>
            {!data.in_force && (
              <Note tone="warn">
                <p>{t('truth.faces_not_in_force')}</p>
              </Note>
            )}
            <Worst {...data} />
            <details className="fold">
              <summary>{t('truth.faces_all')}</summary>
              <Groups {...data} />
            </details>
          </>
        )}
      </Loaded>
    </Card>
  );
}

/**
 * The group with the highest share of false matches with the photo on another person's document.
 * Another group's interval may have a higher upper bound.
 */
function Worst({ groups }: Pick<Data, 'groups'>) {
  const t = useTexts();
  const { rate } = useFormats();
  const [worst] = groups.toSorted(
    (a, b) => b.strangers.portrait.share - a.strangers.portrait.share,
  );
  if (worst === undefined) return null;
  const { share, interval } = worst.strangers.portrait;
  const [low = 0, high = 1] = interval;
  return (
    <p>
      {t('truth.faces_worst', { share: rate(share), low: rate(low), high: rate(high) })}{' '}
      <span className="muted">{worst.group}</span>
    </p>
  );
}

function Groups({ groups }: Pick<Data, 'groups'>) {
  const t = useTexts();
  const formats = useFormats();
  const { rate, number } = formats;
  const column = (title: string, counted: (group: Group) => Counted | undefined) => ({
    title,
    cell: (group: Group): ReactNode => {
      const found = counted(group);
      return found === undefined ? t('truth.faces_unknown') : rate(found.share);
    },
    note: (group: Group): ReactNode => {
      const found = counted(group);
      if (found === undefined) return undefined;
      const [low = 0, high = 1] = found.interval;
      return t('truth.faces_range', {
        low: rate(low),
        high: rate(high),
        pairs: number(found.pairs),
      });
    },
  });
  return (
    <Table
      rows={groups}
      keyOf={({ group }) => group}
      columns={[
        {
          title: t('truth.faces_group'),
          cell: ({ group }) => group,
          note: ({ people }) => t('truth.faces_people', { count: people }),
          place: 'head',
        },
        ...STRANGERS.map((name) =>
          column(t(`truth.faces_${name}`), ({ strangers }) => ({
            ...strangers[name],
            pairs: strangers.pairs,
          })),
        ),
        ...OWN.map(([text, name]) =>
          column(t(`truth.faces_${text}`), ({ own }) =>
            own === null ? undefined : { ...own[name], pairs: own.pairs },
          ),
        ),
      ]}
    />
  );
}
