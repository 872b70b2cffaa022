// Runs Turnstile's endpoint in Node next to the tests in workerd, which reach it through `inject`.
import type { TestProject } from 'vitest/node';
import { FakeTurnstile } from './fake-turnstile.ts';

declare module 'vitest' {
  interface ProvidedContext {
    turnstile: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const turnstile = new FakeTurnstile();
  project.provide('turnstile', await turnstile.start());
  return () => turnstile.stop();
}
