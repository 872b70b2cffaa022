// The forms in which issuers print the values of a code: dates in digits or with the month's name,
// and names as a machine-readable zone spells them (ICAO 9303-3, section 6) or in their usual
// spelling. Pure.
import type { CivilDate } from './civil-date.ts';

/** Month names on cards, without accents: abbreviations and full names in 18 languages. */
const MONTHS = [
  'JAN JANUARY JANUAR JANV JANVIER ENE ENERO GEN GENNAIO JANEIRO STY STYCZNIA IAN OCA JANUARI TAMMI SIJ',
  'FEB FEBRUARY FEBRUAR FEV FEVR FEVRIER FEBRERO FEBBRAIO FEVEREIRO LUT LUTEGO SUB HELMI VELJ',
  'MAR MARCH MARZ MAERZ MRZ MARS MARZO MARCO MRT MAART MARZEC MARCA BRE MAALIS OZU MARTS',
  'APR APRIL AVR AVRIL ABR ABRIL APRILE KWI KWIETNIA NIS HUHTI TRA',
  'MAY MAI MEI MAYO MAG MAGGIO MAIO MAJ MAJA TOUKO SVI',
  'JUN JUNE JUNI JUIN JUNIO GIU GIUGNO JUNHO CZE CZERWCA IUN HAZ KESA LIP',
  'JUL JULY JULI JUIL JUILLET JULIO LUG LUGLIO JULHO LIPCA IUL TEM HEINA SRP',
  'AUG AUGUST AOUT AGO AGOSTO SIE SIERPNIA AUGUSTUS ELO KOL',
  'SEP SEPTEMBER SEPT SEPTEMBRE SEPTIEMBRE SET SETTEMBRE SETEMBRO WRZ WRZESNIA EYL SYYS RUJ',
  'OCT OCTOBER OKT OKTOBER OCTOBRE OCTUBRE OTT OTTOBRE OUT OUTUBRO PAZ PAZDZIERNIKA EKI LOKA LIS',
  'NOV NOVEMBER NOVEMBRE NOVIEMBRE NOVEMBRO LISTOPADA KAS MARRAS STU',
  'DEC DECEMBER DEZ DEZEMBER DECEMBRE DIC DICIEMBRE DICEMBRE DEZEMBRO GRU GRUDNIA ARA JOULU PRO',
].map((names) => names.split(' '));
/**
 * LIP is July in Polish and June in Croatian; LIS is November in Polish and October in Croatian.
 * Each of the two is therefore searched for when the date is in either of its months.
 */
const AMBIGUOUS_MONTHS: Readonly<Record<number, readonly string[]>> = { 6: ['LIP'], 10: ['LIS'] };

/**
 * Spellings of a date that write the year in the same way: when the year is not found, all of them
 * are skipped.
 */
interface DateForms {
  year: string;
  forms: readonly string[];
}

/**
 * Returns the forms in which a date may be printed. They contain only the separators that must be
 * there; a match may skip any others.
 */
export function formsOfDate(date: CivilDate): DateForms[] {
  const [year = '', month = '', day = ''] = date.split('-');
  const [d, m] = [String(Number(day)), String(Number(month))];
  const short = year.slice(2);
  const names = [
    ...(MONTHS[Number(month) - 1] ?? []),
    ...(AMBIGUOUS_MONTHS[Number(month) - 1] ?? []),
  ];
  const [english = ''] = names;
  // The space keeps a one-digit day from matching the end of a two-digit one.
  const days = d === day ? [day] : [day, ` ${d}`];
  const both = names.filter((name) => name.length <= 4 && name !== english);
  const named = (y: string) =>
    days.flatMap((one) => [
      ...names.map((name) => `${one}${name}${y}`),
      `${english}${one} ${y}`,
      ...both.flatMap((name) => [`${one}${name} ${english}${y}`, `${one}${english} ${name}${y}`]),
      `${one}${english} ${english}${y}`,
    ]);
  const whole = [`${day}${month}${year}`, `${month}${day}${year}`, `${year}${month}${day}`];
  if (d !== day || m !== month) whole.push(` ${d} ${m} ${year}`, ` ${m} ${d} ${year}`);
  const byName = names.map((name) => `${year}${name}${day}`);
  // A date written only in digits with a two-digit year is searched for only in the order day,
  // month, year, with a separator after each, because many numbers contain the same six digits.
  const cut = [`${day} ${month} ${short} `];
  return [
    { year, forms: [...whole, ...named(year), ...byName] },
    { year: ` ${short}`, forms: cut },
    { year: short, forms: named(short).map((form) => `${form} `) },
  ];
}

/** Pairs of an MRZ transliteration and the letter that may be printed instead. */
const SPELLINGS = [
  ['AE', 'A'],
  ['OE', 'O'],
  ['UE', 'U'],
  ['AA', 'A'],
  ['SS', 'B'],
] as const;

/**
 * @param word a word of a name, in capitals
 * @returns the word, and its forms with the MRZ transliterations undone
 */
export function formsOfWord(word: string): string[] {
  let forms = [word];
  for (const [spelled, printed] of SPELLINGS)
    if (word.includes(spelled))
      forms = [...forms, ...forms.map((form) => form.replaceAll(spelled, printed))];
  return [...new Set(forms)];
}

/**
 * @param names the names as in the code, separated by spaces or fillers
 * @returns the first word of at least three letters, or else the first of two; undefined when there
 *   is neither
 */
export function firstWordOf(names: string): string | undefined {
  const words = names.toUpperCase().split(/[^A-Z]+/);
  return words.find((word) => word.length >= 3) ?? words.find((word) => word.length >= 2);
}
