import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepStorageInMemory } from './scripts/check/storage-in-memory.ts';
import { TallyReporter } from './scripts/check/tally-reporter.ts';
import { writeDeviceOnlyConfig } from './test/support/installation/device-only-config.ts';

keepStorageInMemory();

const nodeTests = [
  'test/architecture.test.ts',
  'test/config/**',
  'test/contract/**',
  'test/domain/operations/evidence-pack/**',
  'test/domain/platform/signing-keys/**',
  'test/domain/terms/**',
  'test/domain/verification/*.test.ts',
  'test/domain/verification/rules/**',
  'test/domain/integration/webhooks/rules.test.ts',
  'test/sdk/**',
  'test/wallet/**',
  'test/widget/**',
];
/** Pictures of documents, which depend on nothing of the service. */
const documentTests = ['test/vision/documents/**', 'test/vision/jpeg/**'];
/**
 * A process for each file: they run nets, or measure memory and time. They depend on little of the
 * service.
 */
const netTests = [
  'test/attacks/{clips,fronts}/**',
  'test/crypto/password-cost.test.ts',
  'test/vision/face/**',
  'test/workers/**',
];
/** A process for each file: they start and kill programs. */
const aloneTests = ['test/scripts/**'];
const browserTests = ['test/browser/**'];
const galleryTests = ['test/gallery/**'];
/** Modules of src in whose place the tests in workerd get one of the same name. */
const STAND_INS = ['generate-pair.ts', 'password-cost.ts', 'password-words.ts'].map((name) => ({
  find: new RegExp(`^\\.{1,2}/.*${name.replace('.', '\\.')}$`),
  replacement: fileURLToPath(new URL(`test/support/installation/${name}`, import.meta.url)),
}));

const filesOf = (paths: readonly string[]) =>
  paths.map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.{ts,tsx}`));

/** Only a hang should end a test: a machine may be slow, and what runs in real time goes first. */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };

/** For every project: vitest hands none of it down. */
const ASSERTIONS = {
  // What should have been empty is printed: the report at the end has the first line of an error
  // alone.
  chaiConfig: { truncateThreshold: 1_000 },
  expect: { poll: { timeout: 60_000 } },
};

const inNode = { ...ASSERTIONS, ...PATIENCE, sequence: { groupOrder: 0 } };

const together = {
  ...inNode,
  // Starting a process for each file took nearly half of the processor's work; what a test stubs
  // ends with it.
  isolate: false,
  unstubGlobals: true,
};

const byItself = {
  ...inNode,
  // As for `workers`.
  retry: 1,
  // Without a number vitest leaves a processor to itself, and with two that is one file after the
  // other.
  maxWorkers: 2,
  sequence: { groupOrder: 4 },
};

const inBrowser = {
  ...ASSERTIONS,
  // A camera in real time on a busy machine may miss a frame; a real fault fails three times. What
  // was retried is printed and counted (scripts/check).
  retry: 2,
  environment: './test/support/browser/environment.ts',
  globalSetup: './test/support/browser/global-setup.ts',
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/**
 * Take longest, in small files: the pictures, whole checks with documents, and programs that are
 * killed again and again.
 */
const LONGEST = [
  'gallery.test.ts',
  'consoles.test.ts',
  'document-check.test.ts',
  'scripts/storm.test.ts',
  'demo/killed.test.ts',
];

/** Without times of an earlier run vitest begins with the largest files. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default defineConfig({
  test: {
    silent: 'passed-only',
    reporters: ['default', new TallyReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Hundreds of sign-ups and of signing keys, and no build: what is shipped is tested where
        // nothing stands in (password-cost.test.ts, password-policy.test.ts,
        // generate-pair.test.ts).
        resolve: { alias: STAND_INS },
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: writeDeviceOnlyConfig() },
            miniflare: {
              bindings: {
                LOCAL: 'true',
                LIST_DELAY_SECONDS: '0',
                OPERATOR_NAME: 'Quarry Ltd',
                OPERATOR_CONTACT: 'privacy@quarry.example',
                OPERATOR_ADDRESS: '1 Quarry Lane, Springfield',
                OPERATOR_DPO: 'https://quarry.example/officer',
                // Lines of a second are written by whichever test comes next; its own test keeps
                // them.
                REQUEST_LOG_DAYS: '0',
                // A receiver that answers is waited for, however busy the machine.
                WEBHOOK_TIMEOUT_SECONDS: '600',
                TERMS: 'Be kind.\n\nThe service may <end>.',
                TOKEN_KEY: 'dGVzdC10b2tlbi1rZXktdGVzdC10b2tlbi1rZXktMDE=',
                KEY_ENCRYPTION_KEY: 'dGVzdC1zZWFsLWtleS10ZXN0LXNlYWwta2V5LTAwMDE=',
                TEST_MIGRATIONS: await readD1Migrations('./migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'workers',
          ...ASSERTIONS,
          ...PATIENCE,
          // For a machine that is too busy: printed and counted, like the browser's.
          retry: 1,
          include: ['test/**/*.test.ts'],
          exclude: [
            ...nodeTests,
            ...documentTests,
            ...netTests,
            ...aloneTests,
            ...browserTests,
            ...galleryTests,
          ],
          setupFiles: ['./test/support/installation/setup.ts'],
          globalSetup: [
            './test/support/customer/receiver/global-setup.ts',
            './test/support/installation/turnstile/global-setup.ts',
            './test/support/staff/company/global-setup.ts',
          ],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { test: { ...together, name: 'node', include: filesOf(nodeTests) } },
      { test: { ...together, name: 'documents', include: filesOf(documentTests) } },
      { test: { ...byItself, name: 'alone', include: filesOf(aloneTests) } },
      { test: { ...byItself, name: 'nets', include: filesOf(netTests) } },
      {
        test: {
          ...inBrowser,
          name: 'browser',
          include: browserTests.map((path) => `${path}/*.test.ts`),
          // As for `node`: each file's process would load playwright again.
          isolate: false,
          unstubGlobals: true,
          // Most of a test is waiting for a camera and a clock.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'gallery',
          ...ASSERTIONS,
          // As for `workers`.
          retry: 1,
          include: galleryTests.map((path) => `${path}/*.test.ts`),
          testTimeout: 900_000,
          hookTimeout: 900_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
