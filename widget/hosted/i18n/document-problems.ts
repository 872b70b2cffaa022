// The texts about problems with a document and how to fix them. They are loaded after the first
// such problem, in all languages at once.
import type { Messages } from '../../../src/language/translate.ts';
import type english from '../../locales/problem/en.json';

type Key = keyof typeof english;
/** The problems of a session that have a text in locales/problem. */
export type DescribedProblem = Key extends infer K
  ? K extends `problem.${infer Problem}`
    ? Problem
    : never
  : never;

const files = import.meta.glob<Messages>('../../locales/problem/*.json', {
  import: 'default',
  eager: true,
});

export function describeProblem(
  language: string,
  problem: DescribedProblem,
): { text: string; tip: string } {
  const texts = files[`../../locales/problem/${language}.json`];
  const of = (key: Key): string => texts?.[key] ?? '';
  return { text: of(`problem.${problem}`), tip: of(`problem_tip.${problem}`) };
}
