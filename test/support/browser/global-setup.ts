// Starts the service and the shop once for the whole run. Test files reach them through `inject`.
import type { TestProject } from 'vitest/node';
import { signInAsOperator } from './operator-calls.ts';
import { startDemo, type Demo, type RunningDemo } from './running-demo.ts';
import { offerTurns, type Turns } from './turns.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demo: Demo;
    /** An access token of the demo's operator (operator-calls.ts). */
    operatorToken: string;
    /** The port of the queue in which test files wait for the demo's account (demo-account.ts). */
    accountTurns: number;
  }
}

let running: RunningDemo | undefined;
let turns: Turns | undefined;

export async function setup(project: TestProject): Promise<void> {
  turns = await offerTurns();
  running = await startDemo();
  project.provide('demo', running.demo);
  project.provide('operatorToken', await signInAsOperator(running.demo));
  project.provide('accountTurns', turns.port);
}

export async function teardown(): Promise<void> {
  turns?.close();
  await running?.stop();
}
