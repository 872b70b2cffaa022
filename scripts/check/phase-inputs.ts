// The inputs of each phase, as globs: a phase is skipped while none of these files has changed
// since it passed. A test fails when the tests of a phase import or name a file that is missing
// from the phase's globs. The state of the machine counts as an input as well (machine.ts).
import { DOCS_INPUTS, PAGE_INPUTS } from '../build-inputs.ts';
import type { PhaseInputs } from './stamps.ts';

const COMMANDS = [
  '.npmrc',
  'package.json',
  'package-lock.json',
  'scripts/check/*',
  'scripts/process-group.ts',
];

/** The files that Vitest reads for every project: Vitest's own configuration and the compiler's. */
const VITEST = [
  ...COMMANDS,
  'vitest.config.ts',
  'tsconfig*.json',
  '{test,widget,widget/console}/tsconfig.json',
  'test/support/installation/device-only-config.ts',
  'wrangler.toml',
];

const CODE = [
  ...COMMANDS,
  '*.ts',
  '{bench,data,examples,scripts,sdk,src,test,widget}/**/*',
  'tsconfig*.json',
];

/**
 * The service as `npm start` runs it, its build, and its docs. The docs are included because tests
 * run the commands in them.
 */
const SERVICE = [
  ...VITEST,
  ...PAGE_INPUTS,
  ...DOCS_INPUTS,
  '.env*',
  'wrangler*.toml',
  '{data,docs,migrations,scripts,src}/**/*',
  '*.md',
  '.github/*.md',
];

/** The vision models, and the scripts that copy them. */
const ENGINES = ['{data,src/vision}/**/*', 'src/workers/face/face-kernels.wasm', 'scripts/*.ts'];

/**
 * The inputs of each phase except `build`, which tracks its own, and `format`, which takes only a
 * second.
 */
export const PHASE_INPUTS: PhaseInputs = {
  browser: [
    ...SERVICE,
    '{bench,examples,sdk,widget}/**/*',
    'test/{browser,support}/**/*',
    'test/contract/documents.ts',
    'test/vision/documents/mrz-zones.ts',
    'test/gallery/support/session-views.ts',
    'test/sdk/fake-service.ts',
  ],
  workers: [
    ...SERVICE,
    '{examples,sdk,widget}/**/*',
    'test/*.ts',
    'test/{attacks,contract,crypto,db,domain,examples,faults,flows,http,network,objects,routes,sdk,support}/**/*',
  ],
  // The build uses PAGE_INPUTS as well: a change to a file that is missing from that list does not
  // rebuild the pages, so it cannot affect these tests.
  gallery: [
    ...VITEST,
    ...PAGE_INPUTS,
    ...ENGINES,
    'scripts/setup/*',
    'src/crypto/*',
    'src/http/{inline-hashes,security-headers}.ts',
    'test/vision/documents/mrz-zones.ts',
    'test/gallery/**/*',
    'test/support/{browser,clips,documents,puppet}/**/*',
  ],
  alone: [
    ...SERVICE,
    'LICENSE',
    '{bench,examples,sdk,widget}/**/*',
    'test/{contract,gallery,scripts,support,workers}/**/*',
    'test/vision/documents/mrz-zones.ts',
  ],
  nets: [
    ...VITEST,
    ...ENGINES,
    'bench/face/{isolate-memory,pictures}.ts',
    'bench/films/{decode,follow}.ts',
    'bench/forge/**/*',
    'bench/oauth/free-port.ts',
    'scripts/kernels/*',
    'src/workers/*/*',
    'src/wallet/*',
    'wrangler.{documents,face,wallet}.toml',
    'src/{config,network,time}/*',
    'src/log.ts',
    'src/crypto/*',
    'src/domain/terms/{age-bracket,age-proof,descriptor-distance,face-match,face-space,list-all,recheck}.ts',
    'src/domain/verification/{rules/**/*,own-pictures.ts}',
    'test/{attacks/clips,attacks/fronts,vision/face,workers/*}/*',
    'test/workers/wallet/vectors/*',
    'test/crypto/password-cost.test.ts',
    'test/vision/documents/mrz-zones.ts',
    'test/vision/jpeg/jpegs.ts',
    'test/support/{installation,visitor,wallet}/*',
    'test/support/{clips,documents,puppet}/**/*',
    'widget/hosted/capture/*',
  ],
  documents: [
    ...VITEST,
    ...ENGINES,
    'scripts/{field,line}-reader/README.md',
    'test/vision/{documents,jpeg}/*',
    'test/support/{clips,documents,puppet}/**/*',
  ],
  // Contract tests read everything that is committed.
  node: [
    '*',
    '.{env*,gitignore,npmrc,oxfmtrc.json,oxlintrc.json}',
    '{.ci,.github}/**/*',
    '{bench,data,docs,examples,migrations,scripts,sdk,src,test,widget}/**/*',
    'dist/**/*',
  ],
  types: CODE,
  lint: [...CODE, '.oxlintrc.json'],
};
