// The description for the tests of one process: reading it from the routes takes two seconds of the processor.
import type { ApiDocument } from '../../scripts/docs-site/description.ts';
import { loadDescription } from '../../scripts/load-description.ts';

let loaded: Promise<ApiDocument> | undefined;

/** @returns a copy that the caller may change */
export async function describeOnce(): Promise<ApiDocument> {
  loaded ??= loadDescription();
  return structuredClone(await loaded);
}
