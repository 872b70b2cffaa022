// Words that comments must not use, with the reason and the replacement for each, and the search
// for them.
import { parseSync } from 'vite';

interface AvoidedWord {
  word: RegExp;
  /** Why the word is avoided, and what to write instead. */
  reason: string;
  /** A sentence that the search must find. */
  example: string;
}

export const AVOIDED_WORDS: readonly AvoidedWord[] = [
  {
    word: /\btold\b/i,
    reason: 'Vague: returned, shown, notified, logged, passed?',
    example: 'The secret is told once.',
  },
  {
    word: /\banew\b/i,
    reason: 'Archaic: again, or the verb: restarts, recomputes, resets.',
    example: 'Counting starts anew.',
  },
  {
    word: /\bhears\b/i,
    reason: 'A metaphor: receives, is notified, gets an event.',
    example: 'The page hears of a change.',
  },
  {
    word: /\bstands for\b/i,
    reason: 'Say the relation: represents, means, is replaced by.',
    example: 'The id stands for the object.',
  },
  {
    word: /\bgoes on\b/i,
    reason: 'Ambiguous: continues, resumes, stays valid.',
    example: 'The check goes on when the camera is back.',
  },
  {
    word: /\b(nobody|somebody)['’]s\b/i,
    reason: 'Name the role: another account, another tenant, unknown.',
    example: 'A malformed id is nobody’s.',
  },
];

/** @returns `path:line: word` for every avoided word in a comment of the source */
export function findAvoidedWords(path: string, source: string): string[] {
  const { comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return comments.flatMap(({ start, value }) => {
    const firstLine = source.slice(0, start).split('\n').length;
    return value
      .split('\n')
      .flatMap((text, index) =>
        AVOIDED_WORDS.flatMap(({ word, reason }) =>
          word.test(text)
            ? [`${path}:${firstLine + index}: ${word.exec(text)?.[0]} (${reason})`]
            : [],
        ),
      );
  });
}
