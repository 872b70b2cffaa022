import { fileURLToPath } from 'node:url';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { dealShard, longestFirst } from './scripts/check/shards.ts';
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
/** Tests for document pictures. These tests do not depend on the service. */
const documentTests = ['test/vision/documents/**', 'test/vision/jpeg/**'];
/**
 * Each of these files runs in its own process, because the tests run nets, or measure memory and
 * time. They hardly depend on the service.
 */
const netTests = [
  'test/attacks/{clips,fronts}/**',
  'test/crypto/password-cost.test.ts',
  'test/vision/face/**',
  'test/workers/**',
];
/** Each of these files runs in its own process, because the tests start and kill programs. */
const aloneTests = ['test/scripts/**'];
const browserTests = ['test/browser/**'];
const galleryTests = ['test/gallery/**'];
/**
 * Modules of src that the tests in workerd replace with modules of the same name in
 * test/support/installation.
 */
const STAND_INS = ['generate-pair.ts', 'password-cost.ts', 'password-words.ts'].map((name) => ({
  find: new RegExp(`^\\.{1,2}/.*${name.replace('.', '\\.')}$`),
  replacement: fileURLToPath(new URL(`test/support/installation/${name}`, import.meta.url)),
}));

const filesOf = (paths: readonly string[]) =>
  paths.map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.{ts,tsx}`));

/**
 * Only a hanging test should reach these timeouts: on a slow machine, tests that run in real time
 * would otherwise be the first to fail.
 */
const PATIENCE = { testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * Every project repeats these settings, because vitest does not pass them on from the root
 * configuration.
 */
const ASSERTIONS = {
  // Values up to this length, such as a list that should have been empty, are printed in full. The
  // report at the end contains only the first line of an error.
  chaiConfig: { truncateThreshold: 1_000 },
  expect: { poll: { timeout: 60_000 } },
};

const inNode = { ...ASSERTIONS, ...PATIENCE, sequence: { groupOrder: 0 } };

const together = {
  ...inNode,
  // Starting a process for each file took nearly half of the processor time. Since files share a
  // process, stubbed globals are restored between tests.
  isolate: false,
  unstubGlobals: true,
};

const byItself = {
  ...inNode,
  // A busy machine may need a retry, as in the `workers` project.
  retry: 1,
  // By default, vitest reserves one processor for itself, so a machine with two processors would
  // run the files one after another.
  maxWorkers: 2,
  sequence: { groupOrder: 4 },
};

const inBrowser = {
  ...ASSERTIONS,
  // On a busy machine, a camera that runs in real time may miss a frame; a genuine fault fails all
  // three attempts. Retries are printed and counted (scripts/check).
  retry: 2,
  environment: './test/support/browser/environment.ts',
  globalSetup: './test/support/browser/global-setup.ts',
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

const pathOf = ({ moduleId }: TestSpecification) => moduleId;

/**
 * Runs the slowest files first. Without durations from an earlier run, vitest itself would start
 * with the largest files. Shards share the slowest files evenly.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files), pathOf);
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    const inOrder = files.toSorted((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
    return shard === undefined ? inOrder : dealShard(inOrder, pathOf, shard);
  }
}

export default defineConfig({
  test: {
    silent: 'passed-only',
    reporters: ['default', new TallyReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // These tests sign up and create signing keys hundreds of times and must not need a build,
        // so some modules are replaced. The shipped modules are tested in the other projects, which
        // replace nothing (password-cost.test.ts, password-policy.test.ts, generate-pair.test.ts).
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
                // The request log is off, because the lines collected in one second would be
                // written during whichever test comes next. The log's own tests turn it on.
                REQUEST_LOG_DAYS: '0',
                // The timeout is so long that a receiver that responds never times out, however
                // busy the machine is.
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
          // A busy machine may need a retry. Retries are printed and counted, like those of the
          // `browser` project.
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
          // Files share a process, as in the `node` project, because otherwise each file's process
          // would load playwright again.
          isolate: false,
          unstubGlobals: true,
          // Most of a test's time is spent waiting for a camera and a clock.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'gallery',
          ...ASSERTIONS,
          // A busy machine may need a retry, as in the `workers` project.
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
