// The parts of an evidence pack that show its rules, attacks and counts.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { fill, number, percent, wordFor, type PackTexts } from './pack-texts.ts';
import { begun, cellText, rateText, Table } from './pack-table.tsx';
import { placeName, placeText } from './place-names.ts';

interface Of {
  texts: PackTexts;
  pack: EvidencePack;
}

export function RulePart({ texts, pack: { rules } }: Of) {
  const { columns, words, names, captions } = texts;
  if (rules.length === 0) return <p>{captions.no_rules}</p>;
  const stateOf = (rule: (typeof rules)[number]) =>
    rule.status === 'draft' ? words.draft : rule.in_force ? words.in_force : words.not_in_force;
  const requirementText = (asked: string | number | boolean) =>
    String(asked)
      .split(' ')
      .map((one) => wordFor(names, one))
      .join(', ');
  return (
    <>
      {rules.map((rule) => (
        <article class="rule">
          <h3>
            {placeName(texts, rule.jurisdiction, rule.name)}: {wordFor(names, rule.context)}
          </h3>
          <p>
            <code>{rule.id}</code> · {stateOf(rule)} · {columns.from} {rule.effective_from ?? '–'}
            {rule.effective_to !== undefined && ` · ${columns.ended} ${rule.effective_to}`} ·{' '}
            {columns.reviewed}: {rule.reviewed_by ?? words.nobody}
          </p>
          <p lang="en">{rule.note}</p>
          {rule.conditions.length === 0 ? (
            <p>{captions.no_conditions}</p>
          ) : (
            <Table
              caption=""
              head={[columns.asked, columns.value, columns.finding]}
              rows={rule.conditions.map((one) => [
                wordFor(names, one.condition),
                requirementText(one.asked),
                wordFor(words, one.finding),
              ])}
            />
          )}
          {rule.records !== undefined && (
            <p>
              {columns.records}: <span lang="en">{rule.records.join('; ')}</span>
            </p>
          )}
          <p>{columns.sources}:</p>
          <ul lang="en">
            {rule.sources.map((source) => (
              <li>
                {source.title} ({source.read_on}) <span class="address">{source.url}</span>
              </li>
            ))}
          </ul>
        </article>
      ))}
    </>
  );
}

export function AttackPart({ texts, pack: { attacks } }: Of) {
  const { columns, captions, words } = texts;
  const { measured_on: on, clips } = attacks;
  const head = [columns.attack, columns.level, words.passed, columns.share];
  const rowOf = ({ attack, level, passed, of, interval }: (typeof attacks.gestures)[number]) => [
    wordFor(texts.attacks, attack),
    level,
    `${passed} / ${of}`,
    rateText(texts, [passed / of, ...interval]),
  ];
  return (
    <>
      <Table
        caption={fill(captions.forgers, { day: on.forgers })}
        head={head}
        rows={attacks.forgers.map((one) => rowOf({ ...one, refused_for: [] }))}
      />
      <Table
        caption={fill(captions.gestures, { day: on.gestures })}
        head={head}
        rows={attacks.gestures.map(rowOf)}
      />
      <Table
        caption={fill(captions.clips, {
          day: on.clips,
          sessions: clips.sessions,
          most: percent(texts, clips.at_most),
        })}
        head={[columns.attack, columns.outcome]}
        rows={clips.attacks.map(({ attack, stopped }) => [
          wordFor(texts.attacks, attack),
          stopped ? words.stopped : <strong>{words.not_stopped}</strong>,
        ])}
      />
    </>
  );
}

const OUTCOMES = ['success', 'failed', 'canceled', 'expired'] as const;
/**
 * The longest period, in days, whose daily figures are printed; for longer periods, they are only
 * in the data file.
 */
const MAX_DAYS = 92;

/** Whether any figure of the day is published; days without a published figure are not printed. */
const isOpen = (row: Outcomes): boolean => OUTCOMES.some((outcome) => row[outcome] !== null);

type Figures = EvidencePack['figures'];
type Outcomes = Record<(typeof OUTCOMES)[number], number | null>;

export function FigurePart({ texts, pack: { figures } }: Of) {
  const { columns, captions, names, words } = texts;
  return (
    <>
      <TotalTable texts={texts} figures={figures} />
      <NamedTable
        texts={texts}
        caption={captions.by_method}
        name={columns.method}
        cells={figures.by_method}
        wordOf={(one) => wordFor(names, one)}
      />
      <NamedTable
        texts={texts}
        caption={captions.by_country}
        name={columns.country}
        cells={figures.by_country}
        wordOf={(one) => placeText(texts, one)}
      />
      <Table
        figures
        caption={captions.by_reason}
        head={[columns.reason, columns.number]}
        rows={[
          ...figures.by_reason.rows.map((row) => [
            <ReasonName texts={texts} code={row.item} />,
            cellText(texts, row.failed),
          ]),
          ...(figures.by_reason.together.failed === 0
            ? []
            : [[words.together, cellText(texts, figures.by_reason.together.failed)]]),
        ]}
      />
      <TimeTable
        texts={texts}
        caption={captions.by_month}
        name={columns.month}
        rows={figures.by_month.map((row) => [row.month, row])}
      />
      {figures.by_day.length <= MAX_DAYS && figures.by_day.some(isOpen) ? (
        <TimeTable
          texts={texts}
          caption={captions.by_day}
          name={columns.day}
          rows={figures.by_day.filter(isOpen).map((row) => [row.day, row])}
        />
      ) : (
        <p>{figures.by_day.some(isOpen) ? captions.days_in_file : captions.no_days}</p>
      )}
    </>
  );
}

/** The reason in words, or its code if the texts have no words for it. */
function ReasonName({ texts, code }: { texts: PackTexts; code: string }) {
  const word = wordFor(texts.names, code);
  return word === code ? <code>{code}</code> : <>{begun(word)}</>;
}

function TotalTable({ texts, figures }: { texts: PackTexts; figures: Figures }) {
  const { columns, captions, names, words } = texts;
  const { totals, median_duration_seconds: median } = figures;
  return (
    <Table
      figures
      caption={captions.totals}
      head={[columns.what, columns.number]}
      rows={[
        ...(['created', 'completed', ...OUTCOMES] as const).map((one) => [
          names[one],
          cellText(texts, totals[one]),
        ]),
        [
          captions.success_rate,
          totals.success_rate === null ? words.closed : percent(texts, totals.success_rate),
        ],
        [
          captions.median,
          median === null ? words.closed : fill(words.seconds, { count: number(texts, median) }),
        ],
      ]}
    />
  );
}

function NamedTable({
  texts,
  caption,
  name,
  cells: { rows, together },
  wordOf,
}: {
  texts: PackTexts;
  caption: string;
  name: string;
  cells: Figures['by_method'];
  wordOf: (item: string) => string;
}) {
  const named = rows.map((row) => ({ ...row, item: wordOf(row.item) }));
  const isNothing = together.success === 0 && together.failed === 0;
  return (
    <Table
      figures
      caption={caption}
      head={[name, texts.names.success, texts.names.failed]}
      rows={[...named, ...(isNothing ? [] : [{ item: texts.words.together, ...together }])].map(
        (row) => [row.item, cellText(texts, row.success), cellText(texts, row.failed)],
      )}
    />
  );
}

const TimeTable = ({
  texts,
  caption,
  name,
  rows,
}: {
  texts: PackTexts;
  caption: string;
  name: string;
  rows: readonly (readonly [string, Outcomes])[];
}) => (
  <Table
    figures
    caption={caption}
    head={[name, ...OUTCOMES.map((outcome) => texts.names[outcome])]}
    rows={rows.map(([at, row]) => [at, ...OUTCOMES.map((one) => cellText(texts, row[one]))])}
  />
);
