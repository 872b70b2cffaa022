// Every page of the consoles whose path has no parameter is in the navigation. The command palette
// lists the same entries.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * The page that the sidebar links to in the section about the signed-in user. The palette lists
 * this page as well.
 */
const OWN = '/security';

describe.each(['dashboard', 'admin'])('the %s console', (name) => {
  const source = readFileSync(`widget/console/${name}/inside.tsx`, 'utf8');
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = '']) => path);

  it('links to every page whose path has no parameter', () => {
    const pages = all(/path: '(\/[^':]*)'/g);
    expect(pages.length).toBeGreaterThan(8);
    expect([...all(/href: '(\/[^']*)'/g), OWN].toSorted()).toEqual(pages.toSorted());
  });
});

it.each([
  ['dashboard', '/law', 'settings.read'],
  ['dashboard', '/single-sign-on', 'sso.manage'],
  ['admin', '/evidence', 'evidence.read'],
  ['admin', '/single-sign-on', 'sso.manage'],
])('the %s console shows %s to those who have the right %s', (name, href, right) => {
  const source = readFileSync(`widget/console/${name}/inside.tsx`, 'utf8');
  const entry = source.split('\n').find((line) => line.includes(`href: '${href}'`));
  expect(entry).toContain(`right: '${right}'`);
});
