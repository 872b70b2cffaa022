// Runs openapi-typescript, which most customers use to generate types from an OpenAPI document. Its
// packages are in this folder's own node_modules, and are installed if they are missing.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('./', import.meta.url));
const GENERATOR = `${HERE}node_modules/openapi-typescript/dist/index.mjs`;

interface Generator {
  default: (document: object) => Promise<unknown>;
  astToString: (nodes: unknown) => string;
}

/** @returns TypeScript source with types for the document's paths and schemas */
export async function typesOf(document: object): Promise<string> {
  if (!existsSync(GENERATOR)) execFileSync('npm', ['ci'], { cwd: HERE, stdio: 'inherit' });
  const generator = (await import(GENERATOR)) as Generator;
  return generator.astToString(await generator.default(structuredClone(document)));
}
