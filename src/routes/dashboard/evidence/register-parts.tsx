// Contests, incidents, retention, sub-processors, certificates and changes in the pages of an
// evidence pack.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { fill, number, wordFor, type PackTexts } from './pack-texts.ts';
import { cellText, Table } from './pack-table.tsx';

interface Of {
  texts: PackTexts;
  pack: EvidencePack;
}

export function ContestPart({ texts, pack: { contests } }: Of) {
  const { captions, columns, words, names } = texts;
  const { reviews } = contests;
  const isTimed = reviews.timed_from !== null;
  return (
    <>
      <Table
        figures
        caption={captions.contests}
        head={[columns.what, columns.number]}
        rows={[
          [captions.contested, cellText(texts, contests.contested)],
          [captions.overturned, cellText(texts, contests.overturned)],
          ...timeRows(texts, contests.time_to_decision),
        ]}
      />
      <Table
        figures
        caption={captions.reviews}
        head={[columns.what, columns.number]}
        rows={[
          ...reviews.decisions.map(({ decision, count }) => [
            wordFor(names, decision),
            cellText(texts, count),
          ]),
          ...(reviews.decisions.length === 0 ? [[captions.decisions, words.closed]] : []),
          ...timeRows(texts, reviews.time_to_decision),
          [
            fill(captions.over_deadline, { count: reviews.hours_at_most }),
            isTimed ? cellText(texts, reviews.over_deadline) : words.not_recorded,
          ],
          ...(reviews.timed_whole_period
            ? []
            : [[captions.timed_from, reviews.timed_from ?? words.not_recorded]]),
        ]}
      />
    </>
  );
}

type Times = EvidencePack['contests']['time_to_decision'];

const timeRows = (texts: PackTexts, times: Times): string[][] => [
  [texts.captions.timed, cellText(texts, times.timed)],
  [texts.captions.median_time, spanText(texts, times.median_seconds)],
  [texts.captions.ninetieth, spanText(texts, times.ninetieth_percentile_seconds)],
];

const HOUR = 3_600;
const MINUTE = 60;

/**
 * Formats a duration in the largest unit that gives a value of at least 2, or else in seconds.
 * @param seconds null when the figure is withheld
 */
function spanText(texts: PackTexts, seconds: number | null): string {
  const { words } = texts;
  if (seconds === null) return words.closed;
  const inUnit = (text: string, unit: number) =>
    fill(text, { count: number(texts, Math.round((seconds / unit) * 10) / 10) });
  if (seconds >= 2 * HOUR) return inUnit(words.hours, HOUR);
  return seconds >= 2 * MINUTE ? inUnit(words.minutes, MINUTE) : inUnit(words.seconds, 1);
}

export function IncidentPart({ texts, pack: { incidents } }: Of) {
  const { captions, columns, words } = texts;
  const { recorded } = incidents;
  return (
    <>
      {typeof recorded === 'string' ? (
        <p>
          <strong>{words.none_recorded}</strong>
        </p>
      ) : (
        <Table
          caption={captions.register}
          head={[columns.times, columns.what_happened, columns.concerned, columns.done]}
          rows={recorded.map((one) => [
            <>
              <span class="moment">{momentText(one.began_at)} –</span>
              <span class="moment">{one.ended_at ? momentText(one.ended_at) : words.not_over}</span>
              <span class="moment">
                {fill(words.written, { day: one.written_at.slice(0, 10) })}
              </span>
              {one.changed_at !== null && (
                <span class="moment">
                  {fill(words.changed, { day: one.changed_at.slice(0, 10) })}
                </span>
              )}
            </>,
            one.what,
            one.concerned,
            one.done,
          ])}
        />
      )}
      <Table
        figures
        caption=""
        head={[columns.what, columns.number]}
        rows={[
          [captions.downtime, words.not_recorded],
          [captions.corrected, number(texts, incidents.counts_corrected)],
        ]}
      />
    </>
  );
}

/** @param time a time in UTC, in the wire format */
const momentText = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

export function RetentionPart({ texts, pack: { retention } }: Of) {
  const { captions, columns, words, names } = texts;
  const { proof } = retention;
  const counted = (value: number | null) =>
    proof.counted_from === null ? words.not_recorded : cellText(texts, value);
  return (
    <>
      <Table
        caption={captions.schedule}
        head={[columns.what, columns.kept, columns.set_by]}
        rows={retention.schedule.map(({ what, kept, set_by: by }) => [
          wordFor(names, what),
          durationText(texts, kept),
          wordFor(words, by),
        ])}
      />
      <Table
        figures
        caption={captions.proof}
        head={[columns.what, columns.number]}
        rows={[
          [captions.counted_from, proof.counted_from ?? words.not_recorded],
          [captions.erased, counted(proof.sessions_erased)],
          [captions.erased_members, cellText(texts, proof.sessions_erased_by_members)],
          [captions.faces_erased, cellText(texts, proof.faces_erased_by_members)],
          [captions.failures, words.not_recorded],
          [captions.receipts, words.not_recorded],
        ]}
      />
    </>
  );
}

/**
 * Formats a retention period: one of the few ISO 8601 forms that the retention schedule uses, or a
 * code such as `none`.
 */
function durationText({ words }: PackTexts, kept: string): string {
  const [, days, hours, seconds] = /^P(?:(\d+)D|T(?:(\d+)H|(\d+)S))$/.exec(kept) ?? [];
  if (days !== undefined) return fill(words.days, { count: days });
  if (hours !== undefined) return fill(words.hours, { count: hours });
  if (seconds !== undefined) return fill(words.seconds, { count: seconds });
  return wordFor(words, kept);
}

export const ProcessorPart = ({ texts, pack: { sub_processors: all } }: Of) => (
  <Table
    caption=""
    head={[texts.columns.name, texts.columns.tasks, texts.columns.personal]}
    rows={all.map(({ name, tasks, personal_data: isPersonal }) => [
      wordFor(texts.names, name),
      tasks.map((task) => wordFor(texts.names, task)).join('; '),
      isPersonal ? texts.words.yes : texts.words.no,
    ])}
  />
);

export function CertificatePart({ texts, pack: { certificates } }: Of) {
  const { columns, words } = texts;
  return (
    <>
      <Table
        caption=""
        head={[columns.standard, columns.certificate]}
        rows={certificates.standards.map(({ standard, certificate }) => [
          standard,
          <strong>{words[certificate]}</strong>,
        ])}
      />
      {certificates.added.map((one) => (
        <article class="rule whole">
          <h3>{one.title}</h3>
          <Table
            caption=""
            head={[columns.what, columns.statement]}
            rows={[
              [columns.standard, one.standard ?? words.other_standard],
              [columns.issuer, one.issuer],
              [columns.scope, one.scope],
              [columns.says, one.statement],
              [
                columns.valid,
                <>
                  {one.valid_from} – {one.valid_to ?? words.no_end}:{' '}
                  <strong>{words[one.on_last_day]}</strong>
                </>,
              ],
              [columns.file, <code>{one.file}</code>],
              ['SHA-256', <code>{one.sha256}</code>],
            ]}
          />
        </article>
      ))}
    </>
  );
}

export function ChangePart({ texts, pack: { changes } }: Of) {
  const { captions, columns, words } = texts;
  const said = (value: (typeof changes)['entries'][number]['before']) =>
    value === undefined ? words.not_shown : value === null ? words.not_set : String(value);
  if (changes.entries.length === 0) return <p>{captions.no_changes}</p>;
  return (
    <>
      <Table
        caption=""
        head={[columns.day, columns.by, columns.field, columns.before, columns.after]}
        rows={changes.entries.map((one) => [
          one.day,
          wordFor(words, one.by),
          <code>{one.field}</code>,
          said(one.before),
          said(one.after),
        ])}
      />
      {!changes.complete && <p>{captions.more_changes}</p>}
    </>
  );
}
