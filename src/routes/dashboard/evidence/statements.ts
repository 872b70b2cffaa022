// The filled sentences of an evidence pack: the practice statement, the draft of a data protection
// impact assessment (DPIA), and the records for regulators. Pages and files use the same sentences.
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { factsOf, fill, type PackTexts } from './pack-texts.ts';

export function statementOf(texts: PackTexts, pack: EvidencePack) {
  const facts = factsOf(texts, pack);
  return texts.statement.map(({ part, title, lines }) => ({
    part,
    title,
    lines: lines.map((line) => fill(line, facts)),
  }));
}

export function dpiaOf(texts: PackTexts, pack: EvidencePack) {
  const facts = factsOf(texts, pack);
  return texts.dpia.map(({ title, lines }) => ({
    title,
    lines: lines.map((line) => fill(line, facts)),
  }));
}

export function recordsOf(texts: PackTexts, pack: EvidencePack) {
  const facts = factsOf(texts, pack);
  const isOwn = (of: string) => pack.rules.some(({ jurisdiction }) => jurisdiction === of);
  return texts.records
    .map(({ id, of, title, items }) => ({
      id,
      /** Whether the pack contains rules of this regulator's jurisdiction. */
      of_jurisdiction: isOwn(of),
      title,
      items: items.map(([asked = '', answer = '']) => ({ asked, answer: fill(answer, facts) })),
    }))
    .toSorted((a, b) => Number(b.of_jurisdiction) - Number(a.of_jurisdiction));
}
