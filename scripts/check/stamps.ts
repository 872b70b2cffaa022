// Skips a phase whose inputs have not changed since it passed on this machine. The phase's stamp
// contains the hash of the inputs.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from '../hash-files.ts';
import { decisiveVariables, type Machine } from './machine.ts';
import type { PhaseRun } from './run-phases.ts';

/**
 * The globs of each phase's inputs, by the phase's name; a phase without globs is run every time.
 */
export type PhaseInputs = Readonly<Record<string, readonly string[]>>;

interface StampSettings {
  /** The folder of the project. */
  root: string;
  /** The folder of the stamps. */
  folder: string;
  inputs: PhaseInputs;
  machine: Machine;
  env: NodeJS.ProcessEnv;
  /** Whether every phase is run, even if it has a stamp. */
  runsAll: boolean;
  now?: () => Date;
}

interface Stamp {
  hash: string;
  /** When the phase passed (ISO 8601). */
  passedAt: string;
  /** How many tests passed. */
  tests: number;
}

/**
 * Stamps expire, because the inputs do not cover everything that matters: they omit the date, the
 * kernel and the rest of the machine's software.
 */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/**
 * @param isForced whether `--all` was given
 * @param env the environment; if it sets CI, as build machines do, every phase is run even without
 *   `--all`
 */
export function runsEverything(isForced: boolean, env: NodeJS.ProcessEnv): boolean {
  return isForced || !['', '0', 'false'].includes(env['CI'] ?? '');
}

export class Stamps {
  readonly #settings: StampSettings;

  constructor(settings: StampSettings) {
    this.#settings = settings;
    mkdirSync(settings.folder, { recursive: true });
  }

  /**
   * Runs a phase, unless it passed with the same inputs. The stamp is removed before the run, and
   * written after a successful run during which no input changed.
   * @param run runs the phase; never rejects
   */
  async runUnlessUnchanged(phase: string, run: () => Promise<PhaseRun>): Promise<PhaseRun> {
    const hash = await this.#hash(phase);
    if (hash === undefined) return run();
    const stamp = this.#settings.runsAll ? undefined : this.#read(phase);
    if (stamp?.hash === hash && this.#ageMs(stamp) < MAX_AGE_MS)
      return { hasPassed: true, tests: stamp.tests, passedAt: stamp.passedAt };
    this.remove(phase);
    const result = await run();
    if (result.hasPassed && (await this.#hash(phase)) === hash)
      this.#write(phase, hash, result.tests ?? 0);
    return result;
  }

  /** Removes a phase's stamp, so that the phase runs the next time. */
  remove(phase: string): void {
    rmSync(this.#file(phase), { force: true });
  }

  async #hash(phase: string): Promise<string | undefined> {
    const { root, inputs, machine, env } = this.#settings;
    const globs = inputs[phase];
    if (globs === undefined) return undefined;
    const files = await hashFiles(root, globs);
    const all = [phase, globs, files, machine, decisiveVariables(env)];
    return createHash('sha256').update(JSON.stringify(all)).digest('hex');
  }

  #read(phase: string): Stamp | undefined {
    try {
      return JSON.parse(readFileSync(this.#file(phase), 'utf8')) as Stamp;
    } catch {
      // There is no stamp, or a run was killed while writing one.
      return undefined;
    }
  }

  #write(phase: string, hash: string, tests: number): void {
    const stamp: Stamp = { hash, passedAt: this.#now().toISOString(), tests };
    writeFileSync(this.#file(phase), `${JSON.stringify(stamp)}\n`);
  }

  #ageMs = ({ passedAt }: Stamp): number => this.#now().getTime() - Date.parse(passedAt);

  #now = (): Date => this.#settings.now?.() ?? new Date();

  #file = (phase: string): string => join(this.#settings.folder, `${phase}.stamp.json`);
}
