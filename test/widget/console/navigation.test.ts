// Every page of the consoles can be found: it is in the navigation, which the command palette offers, or has a link of its own.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Of the person in the frame, which the palette offers as well; and those that another page leads to, since a sidebar has room for so many. */
const OWN: Record<string, string[]> = {
  dashboard: ['/law', '/security', '/single-sign-on'],
  admin: ['/evidence', '/security'],
};

describe.each(['dashboard', 'admin'])('the %s console', (name) => {
  const source = readFileSync(`widget/console/${name}/inside.tsx`, 'utf8');
  const all = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, path = '']) => path);

  it('leads to every page that needs no more than its address', () => {
    const pages = all(/path: '(\/[^':]*)'/g);
    expect(pages.length).toBeGreaterThan(8);
    expect([...all(/href: '(\/[^']*)'/g), ...(OWN[name] ?? [])].toSorted()).toEqual(
      pages.toSorted(),
    );
  });
});
