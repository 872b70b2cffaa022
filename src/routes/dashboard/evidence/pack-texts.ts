// The texts of an evidence pack (D-161): one file per language, filled with facts from the pack.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { jurisdictionText } from './place-names.ts';
import german from './texts/de.json' with { type: 'json' };
import english from './texts/en.json' with { type: 'json' };

export type PackTexts = typeof english;

/**
 * The texts by language. The cast is needed because attacks have English names in the data, so only
 * the German file translates them.
 */
export const PACK_TEXTS = [english, german as unknown as PackTexts] as const;

type Facts = Readonly<Record<string, string | number>>;

/**
 * Fills the placeholders of a text. Placeholders without a fact are kept, so that a test can find
 * them.
 */
export const fill = (text: string, facts: Facts): string =>
  text.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(facts[name] ?? place));

/**
 * @returns the text for the code, or the code itself if there is none, for example for the id of a
 *   rule
 */
export const wordFor = (words: Readonly<Record<string, string>>, code: string): string =>
  words[code] ?? code;

export const number = ({ language }: PackTexts, value: number): string =>
  value.toLocaleString(language).replace('-', '−');

/** @param share 0 to 1 */
export const percent = ({ language }: PackTexts, share: number): string =>
  `${(share * 100).toLocaleString(language, { maximumSignificantDigits: share < 0.1 ? 2 : 3 })} %`;

/** Returns the facts that fill the sentences of all parts. */
export function factsOf(texts: PackTexts, pack: EvidencePack): Facts {
  const { about, settings, methods } = pack;
  const { sections } = texts;
  return {
    ...about.period,
    customer: about.customer.name,
    operator: about.operator,
    service: about.service,
    issuer: about.issuer,
    jurisdiction: jurisdictionText(texts, pack),
    smallest: pack.figures.smallest_count,
    methods_title: sections.methods,
    attacks_title: sections.attacks,
    rules_title: sections.rules,
    figures_title: sections.figures,
    retention_title: sections.retention,
    errors: listOf(
      methods.face.gates.map((gate) =>
        fill(texts.phrases.error_at, { gate: gate.gate, error: number(texts, gate.error_years) }),
      ),
    ),
    rule: ruleOf(texts, methods.face),
    rules_version: methods.rules_version,
    retention: String(settings.retention_days),
    history: String(settings.history_days),
    sets: methods.face.sets.map(({ name }) => name).join(', '),
    place: texts.phrases[methods.face.place],
    ...sentencesOf(texts, pack),
  };
}

const listOf = (parts: readonly string[]): string => parts.join(', ');

/** Describes, for each gate in the pack, which estimates or scores pass and which fail. */
const ruleOf = (texts: PackTexts, { gates }: EvidencePack['methods']['face']): string =>
  gates
    .map((gate) =>
      fill(texts.phrases[gate.decided_by === 'head' ? 'rule_head' : 'rule'], {
        gate: gate.gate,
        margin: number(texts, gate.margin_years),
        passes_from: number(texts, gate.passes_from),
        fails_below: number(texts, gate.fails_below),
      }),
    )
    .join(' ');

/**
 * Returns the sentence about methods that work without a face. A document is not one of them,
 * because its portrait is compared with the face.
 */
function withoutFace({ phrases, names }: PackTexts, taken: readonly string[]): string {
  const others = taken.filter((one) => one !== names.face && one !== names.document);
  return others.length === 0
    ? phrases.without_face_0
    : fill(phrases.without_face, { others: listOf(others) });
}

/**
 * Returns the sentences about methods of proof in the evidence pack's records for regulators. A
 * sentence refers to the pack's findings only if one of the pack's rules has the condition that the
 * sentence is about; otherwise it states that no known rule has that condition.
 */
function findingsOf(
  texts: PackTexts,
  rules: EvidencePack['rules'],
  taken: readonly string[],
): Facts {
  const { phrases, names, sections } = texts;
  const find = (condition: 'offer_at_least' | 'must_offer', asked?: string) => {
    const isRequired = rules
      .flatMap(({ conditions }) => conditions)
      .some((one) => one.condition === condition && (asked === undefined || one.asked === asked));
    const facts = { condition: names[condition], rules_title: sections.rules };
    return fill(isRequired ? phrases.findings : phrases.findings_0, facts);
  };
  return {
    several_ways: find('offer_at_least'),
    anonymous_way: `${find('must_offer', 'double_anonymous')} ${
      taken.includes(names.pass) ? phrases.pass : phrases.pass_0
    }`,
    other_way: find('must_offer', 'non_document'),
  };
}

/** Phrases that have a counterpart, with the suffix `_0`, for packs to which they do not apply. */
type Alternative = 'attempts' | 'faces' | 'documents' | 'contest' | 'contact' | 'review';

/** Returns the sentences that depend on the pack's settings and figures. */
function sentencesOf(texts: PackTexts, { settings, methods, contests, ...pack }: EvidencePack) {
  const { phrases, names } = texts;
  const taken = methods.methods.filter((one) => one.taken).map(({ method }) => names[method]);
  const either = (isSo: boolean, name: Alternative) =>
    phrases[isSo ? name : (`${name}_0` as const)];
  const has = (value: unknown) => Number(value) > 0;
  const fields = String(settings.document_fields ?? '');
  const { ways } = contests;
  return {
    methods: taken.length === 0 ? phrases.none : taken.join(', '),
    attempts: fill(either(has(settings.attempt_cap), 'attempts'), {
      count: String(settings.attempt_cap),
    }),
    faces: fill(either(has(settings.keep_faces_days), 'faces'), {
      count: String(settings.keep_faces_days),
    }),
    documents: fill(either(fields !== '', 'documents'), {
      fields: listOf(fields.split(' ').map((field) => wordFor(names, field))),
    }),
    contest: fill(either(ways.document, 'contest'), { minutes: contests.minutes_to_contest }),
    contact: either(ways.contact, 'contact'),
    review: fill(either(ways.review, 'review'), {
      hours: contests.reviews.hours_at_most,
    }),
    worst: worstOf(texts, pack.attacks, methods.face.place),
    pictures: phrases[`pictures_${methods.face.place}`],
    data: phrases[`data_${methods.face.place}`],
    without_face: withoutFace(texts, taken),
    ...findingsOf(texts, pack.rules, taken),
    ...laboratoriesIn(texts, pack.certificates),
    by_sex: sexesOf(texts, methods.face.by_sex),
  };
}

/**
 * Describes the most successful attack on measurement at the edge. If the browser takes the
 * measurements, the text adds that an attacker can send invented numbers instead of forging
 * pictures.
 */
function worstOf(
  texts: PackTexts,
  { forgers, measured_on: on }: EvidencePack['attacks'],
  place: EvidencePack['methods']['face']['place'],
): string {
  const worst = forgers.toSorted((a, b) => b.passed / b.of - a.passed / a.of)[0];
  if (worst === undefined) return '';
  const { passed, of, level } = worst;
  const text = place === 'device' ? texts.phrases.worst_device : texts.phrases.worst;
  return fill(text, { passed, of, level, day: on.forgers });
}

function sexesOf(texts: PackTexts, counted: EvidencePack['methods']['face']['by_sex']): string {
  const row = counted?.rows[0];
  if (counted === null || row === undefined) return texts.phrases.by_sex_0;
  const [from = 0, to = 0] = row.ages;
  return fill(texts.phrases.by_sex, {
    from,
    to,
    male: percent(texts, row.male),
    female: percent(texts, row.female),
    taken: counted.taken_for,
  });
}

const PRESENTATION = 'ISO/IEC 30107-3:2023';
const INJECTION = 'CEN/TS 18099:2024';

/**
 * Returns the sentences about third-party tests, based on the certificates that are valid on the
 * last day of the period.
 */
function laboratoriesIn(
  { phrases, sections, words }: PackTexts,
  { standards, added }: EvidencePack['certificates'],
): Facts {
  const isValid = (standard: string) =>
    standards.some((one) => one.standard === standard && one.certificate === 'valid');
  const facts = { certificates_title: sections.certificates };
  const phraseFor = (standard: string, attacks: 'presentation' | 'injection') =>
    fill(isValid(standard) ? phrases[attacks] : phrases[`${attacks}_0`], facts);
  return {
    laboratories: `${phraseFor(PRESENTATION, 'presentation')} ${phraseFor(INJECTION, 'injection')}`,
    certified: fill(phrases[added.length === 0 ? 'certified_0' : 'certified'], facts),
    audited: added.length === 0 ? words.absent : fill(phrases.audited, facts),
  };
}
