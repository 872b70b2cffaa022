// The receiver from examples/, started with the secret from the dashboard, as the example's reader
// would start it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { eventually } from '../installation/eventually.ts';
import { ROOT } from '../puppet/cache.ts';

/**
 * Starts the receiver, which runs until the test ends.
 * @param secret the webhook secret, `whsec_…`
 * @returns the lines that it has printed so far, once it responds
 */
export async function startExampleReceiver(port: number, secret: string): Promise<string[]> {
  const child = spawn(process.execPath, ['examples/receiver/receiver.mjs', String(port)], {
    cwd: ROOT,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  const lines: string[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  await eventually(() => fetch(`http://127.0.0.1:${port}`));
  return lines;
}
