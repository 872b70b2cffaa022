// Runs a company's servers in Node alongside the tests in workerd, which get the servers' origin
// through `inject`.
import type { TestProject } from 'vitest/node';
import { Company } from './company.ts';

declare module 'vitest' {
  interface ProvidedContext {
    company: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const company = new Company();
  project.provide('company', await company.start());
  return () => company.stop();
}
