// `npm run generate:kernels`: writes the kernels that the face Worker bundles. They are committed,
// because a Worker may not compile WebAssembly and the files that it imports must exist before
// every build. A test compares them with the output of this program.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeFaceKernels } from './face-kernels.ts';

const FILE = fileURLToPath(new URL('../../src/workers/face/face-kernels.wasm', import.meta.url));

await writeFile(FILE, writeFaceKernels());
