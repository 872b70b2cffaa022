// Every page of the consoles can be found: it is in the navigation, which the command palette also
// offers, or another page links to it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/**
 * Pages in the user's menu, which the palette also offers, and pages that another page links to
 * because the sidebar has limited room.
 */
const OWN: Record<string, string[]> = {
  dashboard: ['/law', '/security', '/single-sign-on'],
  admin: ['/evidence', '/security', '/single-sign-on'],
};

describe.each(['dashboard', 'admin'])('the %s console', (name) => {
  const source = readFileSync(`widget/console/${name}/inside.tsx`, 'utf8');
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = '']) => path);

  it('links to every page whose path has no parameter', () => {
    const pages = all(/path: '(\/[^':]*)'/g);
    expect(pages.length).toBeGreaterThan(8);
    expect([...all(/href: '(\/[^']*)'/g), ...(OWN[name] ?? [])].toSorted()).toEqual(
      pages.toSorted(),
    );
  });
});
