// The phases of `npm test`, and which of them `npm run test:fast` skips.

export type Haste = 'real_time' | 'early' | 'filling';

export interface Phase {
  name: string;
  /** A program of node_modules/.bin, or a script of package.json, with its arguments. */
  command: readonly [program: string, ...args: string[]];
  /** The phase that must have passed first. */
  after?: string;
  /**
   * Who gets the processor: what waits for cameras and clocks in real time, then what takes long however much it gets, so
   * that the rest fills what these leave and nothing is left alone at the end.
   */
  haste: Haste;
  /** Skipped by `npm run test:fast`. */
  isSlow?: boolean;
}

const script = (name: string) => ['npm', 'run', '--silent', name] as const;
const project = (name: string) => ['vitest', 'run', `--project=${name}`] as const;

/** In starting order: the longest first. */
export const PHASES: readonly Phase[] = [
  { name: 'build', command: script('build'), haste: 'early', isSlow: true },
  { name: 'types', command: script('types'), haste: 'early' },
  {
    name: 'browser',
    command: project('browser'),
    after: 'build',
    haste: 'real_time',
    isSlow: true,
  },
  { name: 'workers', command: project('workers'), haste: 'early' },
  { name: 'gallery', command: project('gallery'), after: 'build', haste: 'filling', isSlow: true },
  { name: 'alone', command: project('alone'), haste: 'filling' },
  { name: 'node', command: project('node'), haste: 'filling' },
  { name: 'lint', command: script('lint'), haste: 'filling' },
  { name: 'format', command: script('format:check'), haste: 'filling' },
];
