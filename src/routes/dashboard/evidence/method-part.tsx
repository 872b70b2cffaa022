// The part of an evidence pack that covers methods: limits, measured errors, models and versions.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { fill, number, percent, wordFor, type PackTexts } from './pack-texts.ts';
import { agesText, rateText, Table } from './pack-table.tsx';

interface Of {
  texts: PackTexts;
  methods: EvidencePack['methods'];
}

export function MethodPart({ texts, methods }: Of) {
  const { words, names, columns, captions } = texts;
  const yes = (isSo: boolean) => (isSo ? words.yes : words.no);
  return (
    <>
      <Table
        caption={captions.methods}
        head={[columns.method, columns.taken, columns.measured]}
        rows={methods.methods.map((one) => [
          wordFor(names, one.method),
          yes(one.taken),
          one.error_measured ? words.yes : words.not_recorded,
        ])}
      />
      <Table
        caption={captions.sets}
        head={[columns.population, columns.about, columns.trained]}
        rows={methods.face.sets.map(({ name, about, flattering }) => [
          name,
          <span lang="en">{about}</span>,
          yes(flattering),
        ])}
      />
      {methods.face.gates.map((gate) => (
        <GateTable texts={texts} gate={gate} />
      ))}
      <AgeTables texts={texts} methods={methods} />
      <PortraitTable texts={texts} methods={methods} />
      <Models texts={texts} caption={captions.models_face} of={methods.models.face} />
      <Models texts={texts} caption={captions.models_documents} of={methods.models.documents} />
      <p>
        <strong>{captions.versions}</strong>{' '}
        {methods.rules_released.map(({ version, from }) => `${version} (${from})`).join(', ') ||
          texts.phrases.none}
      </p>
    </>
  );
}

function GateTable({
  texts,
  gate,
}: {
  texts: PackTexts;
  gate: Of['methods']['face']['gates'][number];
}) {
  const { captions, columns, words } = texts;
  const caption = fill(gate.decided_by === 'head' ? captions.gate_head : captions.gate, {
    gate: gate.gate,
    margin: number(texts, gate.margin_years),
    from: number(texts, gate.passes_from),
    below: number(texts, gate.fails_below),
    by: wordFor(words, gate.decided_by),
    score: number(texts, gate.head_score ?? 0),
  });
  // For decisions by a single network, populations were not measured separately.
  const isByPopulation = gate.groups.some(({ populations }) => populations.length > 0);
  const where = (...cells: string[]) => (isByPopulation ? cells : []);
  return (
    <Table
      figures
      caption={caption}
      head={[columns.age, ...where(columns.population, columns.people), columns.pass, columns.fail]}
      rows={gate.groups.flatMap(({ ages, passed, failed, populations }) => [
        [
          agesText(ages),
          ...where(words.all, ''),
          // If the populations are listed separately below, the intervals are listed there.
          populations.length > 0
            ? percent(texts, passed.share)
            : rateText(texts, [passed.share, passed.low, passed.high]),
          rateText(texts, [failed.share, failed.low, failed.high]),
        ],
        ...populations.map((one) => [
          agesText(ages),
          one.name,
          number(texts, one.people),
          rateText(texts, [one.passed.share, one.passed.low, one.passed.high]),
          '',
        ]),
      ])}
    />
  );
}

/** The highest age in the printed table; the data file also contains higher ages. */
const PRINTED_TO = 29;

function AgeTables({ texts, methods: { face } }: Of) {
  const { captions, columns, words } = texts;
  return (
    <>
      <Table
        figures
        caption={fill(captions.ages, { day: face.measured_on })}
        head={[
          columns.age,
          columns.pictures,
          columns.bias,
          columns.mae,
          columns.sd,
          columns.two_sd,
        ]}
        rows={face.error_by_age.map(({ ages, pictures, one_net: one, two_nets: two }) => [
          agesText(ages),
          number(texts, pictures),
          number(texts, one.bias),
          number(texts, one.mean_absolute_error),
          number(texts, one.standard_deviation),
          two === null
            ? words.not_recorded
            : `${number(texts, two.bias)} / ${number(texts, two.standard_deviation)}`,
        ])}
      />
      <SexTable texts={texts} face={face} />
      <GroupTable texts={texts} face={face} />
    </>
  );
}

type Face = Of['methods']['face'];

function SexTable({ texts, face }: { texts: PackTexts; face: Face }) {
  const { by_sex: counted } = face;
  const { captions, columns } = texts;
  if (counted === null) return null;
  const { taken_for: taken, measured_on: day, set, rows } = counted;
  const cell = (share: number, people: number | undefined) =>
    `${percent(texts, share)} (${number(texts, people ?? 0)})`;
  return (
    <Table
      figures
      caption={fill(captions.sex, { taken, day, set })}
      head={[columns.age, columns.sex_male, columns.sex_female]}
      rows={rows.map(({ ages, male, female, n: [males, females] }) => [
        agesText(ages),
        cell(male, males),
        cell(female, females),
      ])}
    />
  );
}

function GroupTable({ texts, face }: { texts: PackTexts; face: Face }) {
  const { captions, columns, words } = texts;
  const sexes: Readonly<Record<string, string>> = {
    all: words.all,
    male: words.male,
    female: words.female,
  };
  if (face.by_group === null) return null;
  return (
    <Table
      figures
      caption={fill(captions.groups, {
        day: face.head_measured_on ?? face.measured_on,
        deciding: face.gates.some((gate) => gate.decided_by === 'head') ? '' : captions.groups_0,
      })}
      head={[columns.group, columns.apparent_age, columns.people, columns.pass]}
      rows={face.by_group
        .filter(({ ages: [, to = 0] }) => to <= PRINTED_TO)
        .map(({ origin, sex, ages, people, passed }) => [
          `${origin === 'all' ? words.all : origin.replaceAll('_', '/')}, ${sexes[sex.toLowerCase()] ?? sex}`,
          agesText(ages),
          number(texts, people),
          percent(texts, passed.target_5 / people),
        ])}
    />
  );
}

function PortraitTable({ texts, methods: { document } }: Of) {
  const { captions, columns } = texts;
  const limits = document.limits_are_those_measured
    ? captions.limits_measured
    : captions.limits_other;
  return (
    <Table
      figures
      caption={fill(captions.portraits, { day: document.measured_on, limits })}
      head={[
        columns.group,
        columns.people,
        columns.match,
        columns.unclear,
        columns.again,
        columns.other,
      ]}
      rows={document.groups.map(({ group, people, strangers, same_person: own }) => [
        group,
        number(texts, people),
        rateText(texts, strangers.match),
        rateText(texts, strangers.unclear_or_match),
        own === null ? texts.words.not_recorded : rateText(texts, own.asked_again),
        own === null ? texts.words.not_recorded : rateText(texts, own.said_other),
      ])}
    />
  );
}

function Models({
  texts,
  caption,
  of,
}: {
  texts: PackTexts;
  caption: string;
  of: Of['methods']['models']['face'];
}) {
  const { words, columns } = texts;
  if (of === null)
    return (
      <p>
        <strong>{caption}:</strong> {words.not_recorded}
      </p>
    );
  return (
    <Table
      caption={caption}
      head={[columns.file, 'SHA-256']}
      rows={of.map(({ file, sha256 }) => [<code>{file}</code>, <code>{sha256}</code>])}
    />
  );
}
