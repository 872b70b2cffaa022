// Every file that redirects, with the destinations. After a form submission, browsers apply the
// page's Content Security Policy to every redirect that follows, including redirects by the site
// (CSP 3, 6.4.1), so no redirect may lead to a different origin (D-138).
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFiles } from './source-files.ts';

const REDIRECTS = /\bc\.redirect\(/;

const ALLOWED: Record<string, string> = {
  'src/http/pages/leaving-page.tsx': 'of links; behind a form for programs only',
  'src/http/pages/signed-out-page.tsx': 'to our own paths; to a site by the leaving page',
  'src/routes/console/single-sign-on.ts': 'to the console, one of our paths',
  'src/routes/oauth/authorize.ts': 'to our own pages; to a site by the leaving page',
  'src/routes/oauth/logout.ts': 'to our own pages; to a site by the leaving page',
  'src/routes/portal/navigation.ts': 'seeOther: to our own pages',
  'src/routes/portal/privacy.tsx': 'of links: the terms of the operator',
  'src/routes/staff/link-page.tsx': 'to the console, one of our paths',
  'src/routes/well-known/change-password.ts': 'of a link, to one of our paths',
};

it('only the listed files redirect, and no redirect after a form leads to another origin (D-138)', () => {
  const found = listFiles(['src']).filter(
    (path) => /\.tsx?$/.test(path) && REDIRECTS.test(readFileSync(path, 'utf8')),
  );
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});
