// The API description, cached for all tests in one process, because generating it from the routes
// takes two seconds of processor time.
import type { ApiDocument } from '../../scripts/docs-site/description.ts';
import { loadDescription } from '../../scripts/load-description.ts';

let loaded: Promise<ApiDocument> | undefined;

/** @returns a copy of the API description, which the caller may change */
export async function describeOnce(): Promise<ApiDocument> {
  loaded ??= loadDescription();
  return structuredClone(await loaded);
}
