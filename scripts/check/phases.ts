// The phases of `npm test`, and which of them `npm run test:fast` skips.

export interface Phase {
  name: string;
  /** A program from node_modules/.bin or a script from package.json, with its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** The phase that must have passed first. */
  after?: string;
  /**
   * Whether the phase waits for cameras and clocks in real time; such a phase has priority on the
   * CPU over all others.
   */
  isInRealTime?: boolean;
  /** Whether `npm run test:fast` skips the phase. */
  isSlow?: boolean;
}

const script = (name: string) => ['npm', 'run', '--silent', name] as const;
const project = (name: string) => ['vitest', 'run', `--project=${name}`] as const;

/**
 * The phases in the order in which they start: longest first, except that types, lint and format
 * come last, because types and lint use any core that is free. Tests run after the build: a runtime
 * that starts while files are being built would not have the pages until it is restarted.
 */
export const PHASES: readonly Phase[] = [
  { name: 'build', command: script('build') },
  {
    name: 'browser',
    command: project('browser'),
    after: 'build',
    isInRealTime: true,
    isSlow: true,
  },
  { name: 'workers', command: project('workers'), after: 'build' },
  { name: 'gallery', command: project('gallery'), after: 'build', isSlow: true },
  { name: 'alone', command: project('alone'), after: 'build', isSlow: true },
  { name: 'nets', command: project('nets'), after: 'build', isSlow: true },
  { name: 'node', command: project('node'), after: 'build' },
  { name: 'documents', command: project('documents'), after: 'build' },
  { name: 'types', command: script('types') },
  { name: 'lint', command: script('lint') },
  { name: 'format', command: script('format:check') },
];
