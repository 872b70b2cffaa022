// The inputs of each part of the build, as globs: a part is rebuilt when one of these files has
// changed. A test detects files that a page imports and that no glob covers.

const BUILDERS = [
  'package-lock.json',
  'scripts/build.ts',
  'scripts/build-inputs.ts',
  'widget/vite.config.ts',
];

export const PAGE_INPUTS = [
  ...BUILDERS,
  'widget/{console,embed,hosted,locales,portal,public,styles}/**/*',
  'widget/*.ts',
  'src/vision/face/**/*',
  'src/vision/documents/**/*',
  'data/line-reader.bin',
  'src/language/**/*',
  'src/domain/{*,*/*}/rights.ts',
  'src/domain/verification/rules/session/{funnel,listed-days,reasons}.ts',
  'src/config/law-contexts.ts',
  'src/domain/integration/webhooks/event-types.ts',
  'src/domain/operations/certificates/certificate.ts',
  'scripts/models.ts',
  'scripts/password-words.ts',
  'src/domain/terms/password-words.ts',
  'src/domain/terms/residency.ts',
];

/**
 * The docs include the API description, which is generated from the routes, so the source code is
 * an input.
 */
export const DOCS_INPUTS = [
  ...BUILDERS,
  'widget/docs/*',
  'widget/*.ts',
  'widget/locales/languages.json',
  'widget/styles/tokens.css',
  'src/**/*.{ts,tsx,json}',
  'data/{,jurisdictions/}*.json',
  'docs/**/*.md',
  'docs/errors.json',
  'sdk/{,python/}README.md',
  '{CHANGELOG,CONTRIBUTING,SECURITY}.md',
  'scripts/docs-site/*',
  'scripts/{constant-of,load-description,console-examples/receivers}.ts',
  'examples/receiver/*',
];
