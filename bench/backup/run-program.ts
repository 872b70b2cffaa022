// Runs an operations script on a local installation and measures it from outside.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Run {
  seconds: number;
  /** The peak memory in MB of the script's own process, not counting the workerd that it starts. */
  peakMb: number;
  /** The script's output, standard output and standard error together. */
  output: string;
}

/**
 * @param script the path of the script, relative to the repository root
 * @param state the folder of the installation
 * @param isEnough tested on each line of output; the script is killed once it returns true
 * @throws Error when the script fails, unless it is the doctor, which fails when it finds faults
 */
export async function runProgram(
  script: string,
  args: readonly string[],
  state: string,
  isEnough: (line: string) => boolean = () => false,
): Promise<Run> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, STATE_DIR: state },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Gives the program its own process group, so that killing the group also ends its workerd.
    detached: true,
  });
  let [output, peakMb, isKilled] = ['', 0, false];
  const take = (chunk: Buffer) => {
    output += String(chunk);
    if (isKilled || !output.split('\n').some(isEnough)) return;
    isKilled = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, readPeakMb(child.pid));
  }, 200);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearInterval(watch);
  if (!isKilled && status !== 0 && !script.endsWith('doctor.ts'))
    throw new Error(`${script}: ${output}`);
  return { seconds: (performance.now() - startedMs) / 1000, peakMb, output };
}

/** @returns 0 when the process has ended, or on a system without /proc */
function readPeakMb(pid: number | undefined): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}
