// The chapters of the docs, in reading order: pages written in Markdown, and pages generated from
// the API description.

/**
 * A page of the docs, made from a file in docs/ or elsewhere in the repository; `source` is the
 * file's path from the root of the repository.
 */
interface WrittenPage {
  source: string;
  /** The path of the page under /docs/; `''` is /docs itself. */
  slug: string;
  /** The label in the menu, when the page's own title would be too long. */
  label?: string;
}

/** A page of the reference, with all operations that share a tag in the API description. */
export interface ReferencePage {
  tag: string;
  slug: string;
  label: string;
}

interface Chapter<Page> {
  title: string;
  pages: readonly Page[];
}

const doc = (name: string, label?: string): WrittenPage =>
  label === undefined
    ? { source: `docs/${name}.md`, slug: name }
    : { source: `docs/${name}.md`, slug: name, label };

export const GUIDES: readonly Chapter<WrittenPage>[] = [
  {
    title: 'Start',
    pages: [
      doc('quickstart'),
      doc('which-way'),
      doc('cli'),
      { source: 'sdk/README.md', slug: 'sdk', label: 'SDK' },
      { source: 'sdk/python/README.md', slug: 'sdk-python', label: 'Python SDK' },
    ],
  },
  {
    title: 'Integrate',
    pages: [
      doc('verification'),
      doc('embed', 'Embed in a page'),
      doc('webhooks'),
      doc('errors'),
      doc('sign-in'),
      doc('face'),
      doc('documents'),
      doc('wallets'),
      doc('jurisdictions', 'What the law asks'),
      doc('receipts'),
      doc('residency'),
      doc('evidence'),
      doc('passes'),
      doc('key'),
      doc('dashboard-api'),
      doc('sso'),
      doc('scim'),
    ],
  },
  {
    title: 'Operate',
    pages: [doc('deploy'), doc('configure'), doc('operate'), doc('capacity'), doc('recover')],
  },
  {
    title: 'Background',
    pages: [
      doc('threat-model'),
      doc('liveness-evidence'),
      doc('interface'),
      doc('architecture'),
      { source: 'docs/decisions/README.md', slug: 'decisions' },
      doc('performance'),
      doc('oauth-checklist', 'Sign-in checklist'),
      doc('translate'),
      doc('accessibility'),
      doc('glossary'),
      { source: 'CONTRIBUTING.md', slug: 'contributing' },
      { source: 'SECURITY.md', slug: 'security' },
      { source: 'CHANGELOG.md', slug: 'changelog' },
    ],
  },
];

const reference = (tag: string, label = tag): ReferencePage => ({
  tag,
  label,
  slug: `reference/${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
});

/** The reference, grouped by audience. The routes for the service's own pages come last. */
export const REFERENCE: readonly Chapter<ReferencePage>[] = [
  {
    title: 'Verify API',
    pages: ['Verification', 'Sandbox', 'Face 2FA', 'Blacklist', 'Passes'].map((tag) =>
      reference(tag),
    ),
  },
  {
    title: 'SDK API',
    pages: ['Sessions', 'Events', 'Requests', 'Pages'].map((tag) => reference(tag)),
  },
  { title: 'OpenID Connect', pages: ['Sign-in', 'Discovery'].map((tag) => reference(tag)) },
  {
    title: 'Dashboard API',
    pages: [
      reference('Dashboard sign-in', 'Staff sign-in'),
      reference('Dashboard API keys', 'API keys'),
      reference('Dashboard webhooks', 'Webhooks'),
      reference('Dashboard OAuth clients', 'OAuth clients'),
      reference('Dashboard sessions', 'Verifications'),
      reference('Dashboard reviews', 'Reviews'),
      reference('Dashboard faces', 'Faces'),
      reference('Dashboard settings', 'Settings'),
      reference('Dashboard team', 'Team'),
      reference('Dashboard single sign-on', 'Single sign-on'),
      reference('Dashboard requests', 'Request log'),
      reference('Dashboard audit', 'Audit'),
      reference('Dashboard analytics', 'Analytics'),
      reference('Dashboard usage', 'Usage'),
    ],
  },
  {
    title: 'Admin API',
    pages: [
      reference('Admin sign-in', 'Operator sign-in'),
      reference('Admins', 'Operators'),
      reference('Admin single sign-on', 'Single sign-on of operators'),
      reference('Admin accounts', 'Accounts'),
      reference('Admin verified ages', 'Verified ages'),
      reference('Admin clients', 'Clients'),
      reference('Admin tenants', 'Customers'),
      reference('Admin analytics', 'Analytics'),
      reference('Admin audit', 'Audit'),
      reference('Admin wallets', 'Wallets'),
      reference('Admin evidence', 'Evidence'),
      reference('Admin health', 'Health'),
    ],
  },
  {
    title: 'Monitors and internals',
    pages: [
      reference('Health'),
      reference('Hosted page'),
      reference('Hosted proofs'),
      reference('Consoles'),
    ],
  },
];

/**
 * @param slug the page's path under /docs/; `''` for /docs itself
 * @returns the page's URL
 */
export const addressOf = (slug: string): string => (slug === '' ? '/docs' : `/docs/${slug}`);
