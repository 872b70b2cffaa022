// Runs the fake Turnstile in Node alongside the tests in workerd, which get its origin through
// `inject`.
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
