import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { POLICY } from '../../src/domain/verification/rules/session/policy.ts';
import { listFiles } from './source-files.ts';

/**
 * A hash of the limits in each policy version. Receipts name the version, so a changed limit needs
 * a new version.
 */
const LIMITS: Record<string, string> = {
  '1': 'd8a445cfba8fc07d',
  '2': 'fc8fde82e64b6720',
  '3': '599a37303aef3b8a',
  '4': '532a2608e17648d0',
  '5': '3444ecf352bab74d',
  '6': '62cef73ae9a89da1',
  '7': 'aedd141578b99386',
  '8': 'bb555aebc716b8fa',
  '9': '7bf48076f442175e',
  '10': '7208f9738357447a',
  '11': 'a13827a8b7053f1b',
  '12': 'acd2c8a3e53e6e25',
  '13': '1a376b1aace0711b',
  '14': 'caff87e77b94a94b',
  '15': 'fd928c8b98e9be22',
  '16': '0a438d28ad583934',
  '17': '87fe02e4b6ddeb00',
};

/**
 * The source files whose limits determine the result of a check at the edge or of a document check.
 */
const DECIDING =
  /^src\/(vision\/face\/(age-evidence|challenge|keep-cadence|mouth)|vision\/documents\/find-known|config\/face-limits|domain\/terms\/face-(match|space)|domain\/verification\/rules\/(evidence\/.*|([a-z]+\/)?(age|age-rule|head-limits|curve|document|document-step|front|liveness|motion|movements|portrait-match|trajectory-rules|step-attempts|take)))\.ts$/;

const limitsOf = (source: string): string[] =>
  source.match(/^(?:export )?const [A-Z_]+ =[^;]*;/gm) ?? [];

it('has one version per set of limits, and the documentation lists each (D-85)', () => {
  const limits = listFiles(['src'])
    .filter((path) => DECIDING.test(path))
    .flatMap((path) => limitsOf(readFileSync(path, 'utf8')));
  expect(limits.length).toBeGreaterThan(20);
  const all = limits.map((limit) => limit.replaceAll(/\s+/g, ' ').replace('export ', ''));
  const hash = createHash('sha256').update(all.toSorted().join('\n')).digest('hex').slice(0, 16);
  // If a limit has changed, increase POLICY.version and list the new version in docs/receipts.md.
  expect(LIMITS[POLICY.version]).toBe(hash);
  expect(Object.keys(LIMITS).at(-1)).toBe(POLICY.version);
  expect(readFileSync('docs/receipts.md', 'utf8')).toMatch(
    new RegExp(`^\\| \`${POLICY.version}\` +\\|`, 'm'),
  );
});
