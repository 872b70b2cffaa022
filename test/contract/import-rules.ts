// Which files may import which files (architecture 2), as data. In a pattern, `*` matches one name
// or part of a name, and `**` matches any path; `$1` and `$2` stand for the text that the first two
// `*` of the rule's `from` pattern matched.
import type { Import, SourceFile } from './source-files.ts';
import { floorOf, JOINING } from './wings.ts';

interface Rule {
  from: string;
  /** Patterns of files that a matching file may import. */
  may: readonly string[];
  /** Patterns of files that a matching file may import for types only. */
  mayTypes?: readonly string[];
  /**
   * Patterns of files that a matching file may not import, even if `may` or `mayTypes` allows them.
   */
  never?: readonly string[];
}

/** The root files and shared folders of src that most rules allow. */
const ROOT_FILES = [
  'src/config/*',
  'src/context.ts',
  'src/errors.ts',
  'src/log.ts',
  'src/network/*',
  'src/time/*',
];
/**
 * The stores of a domain concept: `store.ts`, or one file per part of the concept, such as
 * `session-store.ts`.
 */
const STORES = ['src/domain/*/*store.ts', 'src/domain/*/*/*store.ts'];
/**
 * The engine's files for evidence that the hosted page collects and the server evaluates. The
 * engine's other files need the WebAssembly kernels.
 */
const EVIDENCE = [
  'src/vision/face/challenge.ts',
  'src/vision/face/commitment.ts',
  'src/vision/face/age-evidence.ts',
  'src/vision/face/face-wire.ts',
  'src/vision/face/keep-cadence.ts',
  'src/vision/face/median.ts',
  'src/vision/face/screen-colours.ts',
  'src/vision/documents/civil-date.ts',
  'src/vision/documents/document-check.ts',
  'src/vision/documents/document-facts.ts',
  'src/vision/documents/grey-container.ts',
  'src/vision/documents/take-check.ts',
  'src/wallet/*',
];
/** Code that formats messages in the languages of the service and its pages. */
const LANGUAGE = 'src/language/**';
/** The file through which use cases run the statements of several stores as one transaction. */
const TRANSACTION = 'src/db/run-together.ts';
/** Prefixes of credentials: the format of a credential is part of the API, unlike its creation. */
const PREFIXES = 'src/crypto/token-prefixes.ts';

/**
 * The first rule whose `from` matches a file applies. A file that no rule matches fails the test.
 */
const IMPORT_RULES: readonly Rule[] = [
  {
    from: 'src/index.ts',
    may: [...ROOT_FILES, 'src/app.ts', 'src/background.ts', 'src/objects/**'],
  },
  { from: 'src/app.ts', may: [...ROOT_FILES, 'src/http/**', 'src/routes/**'] },
  {
    from: 'src/context.ts',
    may: [
      ...ROOT_FILES,
      'src/db/client.ts',
      'src/db/replicas.ts',
      'src/crypto/**',
      // The context addresses Durable Objects with code that the objects themselves also use.
      'src/objects/residence.ts',
    ],
    mayTypes: [
      'src/objects/**',
      'src/domain/**',
      'src/vision/face/face-wire.ts',
      'src/vision/documents/document-check.ts',
      'src/wallet/wallet-wire.ts',
    ],
  },
  {
    from: 'src/background.ts',
    may: [...ROOT_FILES, 'src/domain/**'],
    never: STORES,
  },
  {
    from: 'src/config/age-error.ts',
    may: ['data/age-error.json', 'src/config/setting-readers.ts'],
  },
  {
    from: 'src/config/jurisdictions.ts',
    may: ['data/jurisdictions/**', 'src/config/jurisdiction.ts', 'src/config/setting-readers.ts'],
  },
  ...['attack-results', 'policy-versions'].map((name) => ({
    from: `src/config/${name}.ts`,
    may: [`data/${name}.json`],
  })),
  {
    from: 'src/config/face-rates.ts',
    may: ['data/face-rates.json', 'src/config/face-limits.ts'],
  },
  {
    from: 'src/domain/terms/face-space.ts',
    may: ['data/face-space.json', 'src/crypto/encoding.ts'],
  },
  { from: 'src/config/*.ts', may: [...ROOT_FILES, 'src/crypto/**'] },
  { from: 'src/network/**', may: ['src/network/**'] },
  { from: 'src/time/**', may: ['src/time/**'] },
  { from: 'src/*.ts', may: [...ROOT_FILES, 'src/crypto/**'] },
  // Both staff groups share the sign-in code in src/routes/staff.
  ...['admin', 'dashboard'].map((group) => ({
    from: `src/routes/${group}/**`,
    may: [
      ...ROOT_FILES,
      'src/vision/documents/document-facts.ts',
      `src/routes/${group}/**`,
      'src/routes/staff/**',
      'src/http/**',
      'src/domain/**',
      PREFIXES,
    ],
    never: STORES,
  })),
  // The consoles use the sign-in code of both staff groups, with the token in a cookie.
  {
    from: 'src/routes/console/**',
    may: [
      ...ROOT_FILES,
      'src/routes/console/**',
      'src/routes/staff/**',
      'src/routes/*/staff-group.ts',
      'src/http/**',
      'src/domain/**',
    ],
    never: STORES,
  },
  {
    from: 'src/routes/*/**',
    may: [...ROOT_FILES, 'src/routes/$1/**', 'src/http/**', 'src/domain/**', ...EVIDENCE, PREFIXES],
    never: STORES,
  },
  { from: 'src/routes/*.ts', may: [...ROOT_FILES, 'src/http/**'] },
  {
    from: 'src/http/auth/**',
    may: [...ROOT_FILES, 'src/http/**', 'src/crypto/**', 'src/domain/**'],
    never: STORES,
  },
  {
    from: 'src/http/**',
    may: [
      ...ROOT_FILES,
      'src/http/**',
      'src/crypto/**',
      // Event names are part of the API.
      'src/domain/integration/webhooks/event-types.ts',
      // Checks at compile time that a list in the API has every member of a domain type.
      'src/domain/terms/list-all.ts',
      LANGUAGE,
      // Data that the server's pages share with the page in the browser.
      'widget/icon-paths.ts',
      'widget/locales/languages.json',
    ],
    mayTypes: ['src/domain/**'],
    never: STORES,
  },
  // A store may import the stores in its own folder. A file in one of the JOINING wings may import
  // the stores of its own wing and of every lower wing.
  {
    from: 'src/domain/*/*/*store.ts',
    may: [...ROOT_FILES, 'src/domain/$1/$2/**', 'src/db/**', 'src/crypto/**'],
  },
  {
    from: 'src/domain/*/*store.ts',
    may: [...ROOT_FILES, 'src/domain/$1/*', 'src/db/**', 'src/crypto/**'],
  },
  ...JOINING.map((wing) => ({
    from: `src/domain/${wing}/**`,
    may: [...ROOT_FILES, 'src/domain/**', 'src/crypto/**', ...EVIDENCE, TRANSACTION],
    mayTypes: ['src/objects/**', 'src/db/**'],
  })),
  // All other files of the domain may import the types of rows and of statements that have not been
  // run, and may run several statements as one transaction. Only a store may run a single
  // statement.
  ...['src/domain/$1/$2/**', 'src/domain/$1/*'].map((own, n) => ({
    from: n === 0 ? 'src/domain/*/*/**' : 'src/domain/*/*',
    may: [...ROOT_FILES, own, 'src/crypto/**', ...EVIDENCE, TRANSACTION],
    mayTypes: ['src/objects/**', 'src/db/**'],
  })),
  {
    from: 'src/objects/**',
    may: [
      'src/objects/**',
      'src/crypto/**',
      'src/domain/**',
      'src/log.ts',
      'src/time/*',
      ...EVIDENCE,
    ],
    never: STORES,
  },
  { from: 'src/db/replicas.ts', may: ['src/config/config.ts'] },
  { from: 'src/db/patient.ts', may: ['src/time/patience.ts'] },
  { from: 'src/db/**', may: ['src/db/**'] },
  { from: 'src/crypto/**', may: ['src/crypto/**'] },
  { from: 'src/vision/face/**', may: ['src/vision/face/**'] },
  { from: 'src/vision/documents/**', may: ['src/vision/documents/**'] },
  { from: 'src/wallet/*', may: ['src/wallet/*'] },
  // The face Worker has no notion of tenants or sessions.
  {
    from: 'src/workers/face/**',
    may: [
      'src/workers/face/**',
      'src/vision/face/**',
      'src/vision/jpeg/**',
      'src/crypto/encoding.ts',
      'src/log.ts',
      'src/config/operator-settings.ts',
      'data/age-head.json',
      'data/bent-head.json',
    ],
  },
  {
    from: 'src/workers/documents/**',
    may: [
      'src/workers/documents/**',
      'src/vision/documents/**',
      'src/vision/jpeg/**',
      'src/crypto/encoding.ts',
      'data/field-reader.bin',
      'data/line-reader.bin',
    ],
  },
  {
    from: 'src/workers/wallet/**',
    may: ['src/workers/wallet/**', 'src/wallet/*', 'src/crypto/encoding.ts'],
  },
  {
    from: 'src/vision/jpeg/**',
    may: ['src/vision/jpeg/**'],
    mayTypes: ['src/vision/face/picture.ts'],
  },
  { from: 'src/language/**', may: ['src/language/**'] },
  { from: 'widget/vite.config.ts', may: ['widget/**'], mayTypes: ['scripts/*.ts'] },
  // From src, the consoles import only data (the permission tables, and lists), the code in
  // LANGUAGE, and the rule for how long sessions are listed.
  {
    from: 'widget/console/**',
    may: [
      'widget/console/**',
      'widget/qr-path.ts',
      'widget/translated-texts.ts',
      // How the hosted page renders a customer's colour.
      'widget/hosted/site/accent.ts',
      // The texts that a customer's visitors read on the hosted page.
      'widget/hosted/state/document-need.ts',
      'widget/hosted/texts/verdict-texts.ts',
      'widget/hosted/texts/welcome-texts.ts',
      'widget/hosted/texts/face-terms.ts',
      'widget/locales/**',
      LANGUAGE,
      'src/domain/*/rights.ts',
      'src/domain/*/*/rights.ts',
      // Lists whose entries each have a text in the console.
      'src/config/law-contexts.ts',
      'src/domain/integration/webhooks/event-types.ts',
      'src/domain/terms/residency.ts',
      'src/domain/verification/rules/session/funnel.ts',
      'src/domain/verification/rules/session/reasons.ts',
      // The certification standards, which the console lists.
      'src/domain/operations/certificates/certificate.ts',
      // How long sessions are listed, which the console shows before a changed setting is saved.
      'src/domain/verification/rules/session/listed-days.ts',
      'widget/styles/tokens.css',
    ],
  },
  {
    from: 'widget/**',
    may: [
      'widget/**',
      'src/vision/face/**',
      'src/vision/documents/**',
      'data/line-reader.bin',
      LANGUAGE,
    ],
    // The hosted page has a text for each reason.
    mayTypes: ['src/domain/verification/rules/session/reasons.ts'],
  },
  { from: 'sdk/src/*.ts', may: ['sdk/src/*.ts'] },
  { from: 'sdk/cli/*.ts', may: ['sdk/cli/*.ts', 'sdk/src/*.ts', 'sdk/package.json'] },
  { from: 'examples/*/**', may: ['examples/$1/**', 'sdk/src/index.ts'] },
];

/**
 * Packages that only one part of the code may import. Packages not listed may be imported anywhere.
 */
const PACKAGE_RULES: readonly { package: string; from: readonly string[] }[] = [
  {
    package: 'cloudflare:workers',
    from: [
      'src/index.ts',
      'src/workers/face/index.ts',
      'src/workers/documents/index.ts',
      'src/workers/wallet/index.ts',
      'src/objects/**',
    ],
  },
  { package: 'hono', from: ['src/app.ts', 'src/http/**', 'src/routes/**', 'examples/**'] },
  { package: '@hono/zod-openapi', from: ['src/app.ts', 'src/http/**', 'src/routes/**'] },
  { package: 'zod', from: ['src/http/**', 'src/routes/**'] },
  { package: 'drizzle-orm', from: ['src/db/**', ...STORES] },
  { package: '@tensorflow', from: ['src/vision/face/**', 'src/workers/face/index.ts'] },
  { package: 'preact', from: ['widget/embed/**', 'widget/hosted/**'] },
  ...['react', 'react-dom', 'react-aria-components', '@tanstack/react-query', 'wouter'].map(
    (name) => ({ package: name, from: ['widget/console/**'] }),
  ),
  { package: 'openapi-fetch', from: ['widget/console/api/**'] },
  // In the wallet Worker, only one file may import these packages, since our own code, not a
  // package, must decide whether a proof is accepted (D-146).
  ...['@peculiar/x509', 'reflect-metadata'].map((name) => ({
    package: name,
    from: ['src/workers/wallet/certificates.ts', 'examples/wallet/src/authority.ts'],
  })),
  { package: '@hpke/core', from: ['src/workers/wallet/decrypt.ts'] },
  // Only the barcode reader needs WebAssembly; machine-readable zones are read without it.
  {
    package: 'zxing-wasm',
    from: [
      'src/vision/documents/barcode-reader.ts',
      'src/workers/documents/index.ts',
      'widget/hosted/document/reader-worker.ts',
    ],
  },
];

/** @returns one sentence for every import that the rules above do not allow */
export function forbiddenImports(file: SourceFile): string[] {
  const rule = IMPORT_RULES.find(({ from }) => matches(from, file.path));
  if (rule === undefined) return [`${file.path} lies where no rule knows it`];
  return file.imports
    .filter((found) => !(found.relative ? isAllowed(rule, file, found) : ownsPackage(file, found)))
    .map((found) => `${file.path} must not import ${found.typeOnly ? 'types of ' : ''}${found.to}`);
}

function isAllowed(rule: Rule, file: SourceFile, { to, typeOnly }: Import): boolean {
  const [, first = '', second = ''] = toRegExp(rule.from).exec(file.path) ?? [];
  const fits = (pattern: string): boolean =>
    matches(pattern.replace('$1', first).replace('$2', second), to);
  if (rule.never?.some(fits) === true) return false;
  // A file may import its own wing and lower wings, but their stores only if the file's rule allows
  // it.
  const withinDomain = file.path.startsWith('src/domain/') && to.startsWith('src/domain/');
  if (withinDomain && floorOf(to) > floorOf(file.path)) return false;
  if (withinDomain && !STORES.some((one) => matches(one, to))) return true;
  return rule.may.some(fits) || (typeOnly && rule.mayTypes?.some(fits) === true);
}

function ownsPackage(file: SourceFile, { to }: Import): boolean {
  const rule = PACKAGE_RULES.find((one) => to === one.package || to.startsWith(`${one.package}/`));
  return rule === undefined || rule.from.some((pattern) => matches(pattern, file.path));
}

function matches(pattern: string, path: string): boolean {
  return toRegExp(pattern).test(path);
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll('.', String.raw`\.`)
    .replaceAll('**', '\0')
    .replaceAll('*', '([^/]*)')
    .replaceAll('\0', '.+');
  return new RegExp(`^${source}$`);
}
