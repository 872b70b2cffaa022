// Starts the Worker that fills a customer's ledger (test/support/counted/growth-worker.ts) in
// workerd.
import { runAgate } from '../oauth/agate.ts';
import { cpuSeconds } from '../oauth/processes.ts';

const WORKER = 'test/support/counted/growth-worker.ts';

interface Growing {
  /** Sends a command to the Worker. */
  ask: (command: string, asked: Readonly<Record<string, string | number>>) => Promise<unknown>;
  /** @returns the result of the work, and the CPU time in ms that all of workerd spent on it */
  cpuOf: <T>(work: () => Promise<T>) => Promise<[T, number]>;
  stop: () => Promise<void>;
}

export async function openGrowing(): Promise<Growing> {
  const { miniflare, origin, pid } = await runAgate(WORKER);
  return {
    ask: async (command, asked) => {
      const query = new URLSearchParams(Object.entries(asked).map(([key, one]) => [key, `${one}`]));
      const response = await fetch(`${origin}/growth/${command}?${query}`);
      if (!response.ok) throw new Error(`${command}: ${response.status} ${await response.text()}`);
      return response.json();
    },
    cpuOf: async (work) => {
      const before = cpuSeconds(pid);
      return [await work(), 1_000 * (cpuSeconds(pid) - before)];
    },
    stop: () => miniflare.dispose(),
  };
}
