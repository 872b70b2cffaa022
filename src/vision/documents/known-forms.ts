// How issuers print what a code says: dates in figures and with the month's name, names as a machine-readable zone spells them
// (ICAO 9303-3, section 6) and as they are written. Pure.
import type { CivilDate } from './civil-date.ts';

/** Months as cards have them, without accents: the abbreviations and names of each, of 18 languages. */
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
/** The Polish LIP is July and the Croatian one June, and LIS likewise: a date is looked for with both. */
const ALSO: Readonly<Record<number, readonly string[]>> = { 6: ['LIP'], 10: ['LIS'] };

/** Spellings of a date, by the year that each of them must have: whoever does not find the year need not look for the rest. */
interface DateForms {
  year: string;
  forms: readonly string[];
}

/** Marks between figures are left out where they need not be there. */
export function formsOfDate(date: CivilDate): DateForms[] {
  const [year = '', month = '', day = ''] = date.split('-');
  const [d, m] = [String(Number(day)), String(Number(month))];
  const short = year.slice(2);
  const names = [...(MONTHS[Number(month) - 1] ?? []), ...(ALSO[Number(month) - 1] ?? [])];
  const [english = ''] = names;
  // A figure alone is none that ends in it.
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
  // With its marks, in the one order that is usual, and no part of a longer year: six figures are part of any number.
  const cut = [`${day} ${month} ${short} `];
  return [
    { year, forms: [...whole, ...named(year), ...byName] },
    { year: ` ${short}`, forms: cut },
    { year: short, forms: named(short).map((form) => `${form} `) },
  ];
}

/** What a zone writes for a letter, and what may be printed. */
const SPELLINGS = [
  ['AE', 'A'],
  ['OE', 'O'],
  ['UE', 'U'],
  ['AA', 'A'],
  ['SS', 'B'],
] as const;

/** @param word of a name, in capitals @returns it, and with what its zone may have spelled out */
export function formsOfWord(word: string): string[] {
  let forms = [word];
  for (const [spelled, printed] of SPELLINGS)
    if (word.includes(spelled))
      forms = [...forms, ...forms.map((form) => form.replaceAll(spelled, printed))];
  return [...new Set(forms)];
}

/** @param names of a code, with spaces or fillers between them @returns the first word that says something */
export function firstWordOf(names: string): string | undefined {
  const words = names.toUpperCase().split(/[^A-Z]+/);
  return words.find((word) => word.length >= 3) ?? words.find((word) => word.length >= 2);
}
