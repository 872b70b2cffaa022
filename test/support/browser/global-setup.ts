// Once for the whole run: the service, the shop and two browsers. Test files reach them by `inject`.
import type { TestProject } from 'vitest/node';
import type { BrowserServer } from 'playwright-core';
import { serveBrowser, serveCameraBrowser } from './chromium.ts';
import { signInAsOperator } from './operator-calls.ts';
import { startDemo, type Demo, type RunningDemo } from './running-demo.ts';
import { offerTurns, type Turns } from './turns.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demo: Demo;
    /** Where playwright connects. */
    browserAddress: string;
    cameraBrowserAddress: string;
    /** An access token of the demo's operator (operator-calls.ts). */
    operatorToken: string;
    /** Where turns at the demo's account are taken (demo-account.ts). */
    accountTurns: number;
  }
}

let running: RunningDemo | undefined;
let browsers: BrowserServer[] = [];
let turns: Turns | undefined;

export async function setup(project: TestProject): Promise<void> {
  const [browser, cameraBrowser] = await Promise.all([serveBrowser(), serveCameraBrowser()]);
  browsers = [browser, cameraBrowser];
  turns = await offerTurns();
  running = await startDemo();
  project.provide('demo', running.demo);
  project.provide('operatorToken', await signInAsOperator(running.demo));
  project.provide('accountTurns', turns.port);
  project.provide('browserAddress', browser.wsEndpoint());
  project.provide('cameraBrowserAddress', cameraBrowser.wsEndpoint());
}

export async function teardown(): Promise<void> {
  turns?.close();
  await Promise.all([...browsers.map((one) => one.close()), running?.stop()]);
}
