// Compares docs/jurisdictions.md with the data, rule by rule.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Jurisdiction, LawRule } from '../../src/config/jurisdiction.ts';
import { readJurisdictions } from '../../src/config/jurisdictions.ts';

const PAGE = readFileSync('docs/jurisdictions.md', 'utf8');

/** The cells of every table row whose first cell is a rule's id. */
const shown = PAGE.split('\n')
  .filter((line) => /^\| `[A-Z]{2}[A-Z-]*-[a-z_]+-/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );

const asks = ({ accept = {}, ...rule }: LawRule): string =>
  [
    accept.min_assurance && `\`min_assurance\` ${accept.min_assurance}`,
    accept.liveness_level && `\`liveness_level\` ${accept.liveness_level}`,
    accept.max_proof_age_days && `proofs of ${accept.max_proof_age_days} days`,
    accept.recheck && `again: ${accept.recheck.join(', ')}`,
    accept.methods && `only ${accept.methods.join(', ')}`,
    accept.refuse_methods && `not ${accept.refuse_methods.join(', ')}`,
    rule.offer_at_least && `${rule.offer_at_least} ways`,
    ...(rule.must_offer ?? []).map((way) => `\`${way}\``),
    rule.per_access && 'per access',
    rule.contest && 'can be contested',
    rule.retention_days_max && `results for ${rule.retention_days_max} days`,
  ]
    .filter(Boolean)
    .join(', ') || 'nothing of a check';

/** A parenthesis in a URL would end the Markdown link. */
const inMarkdown = (url: string): string => url.replace('(', '%28').replace(')', '%29');

const row = ({ name }: Jurisdiction, rule: LawRule): string[] => [
  `\`${rule.id}\``,
  name,
  rule.effective_from === null
    ? 'not known'
    : [rule.effective_from, rule.effective_to].filter(Boolean).join(' to '),
  String(rule.gate ?? 'not said'),
  asks(rule),
  rule.sources
    .map(({ url, read_on: read }, n) => `[${n + 1}](${inMarkdown(url)}) ${read}`)
    .join(', '),
  rule.reviewed_by ?? 'nobody yet',
];

const rowsOf = (status: LawRule['status']): string[][] =>
  readJurisdictions({})
    .flatMap((file) => file.rules.map((rule) => ({ file, rule })))
    .filter(({ rule }) => rule.status === status)
    .map(({ file, rule }) => row(file, rule));

describe('the page about jurisdictions', () => {
  it('has a row for every rule, rules in force before drafts, and no other row', () => {
    expect(shown).toEqual([...rowsOf('in_force'), ...rowsOf('draft')]);
  });

  it('keeps drafts separate', () => {
    const [, drafts = ''] = PAGE.split('## Drafts');
    for (const [id = ''] of rowsOf('draft')) expect(drafts).toContain(id);
    for (const [id = ''] of rowsOf('in_force')) expect(drafts).not.toContain(id);
  });

  it('says that it is not legal advice', () => {
    expect(PAGE).toContain('**Not legal advice.**');
  });
});
