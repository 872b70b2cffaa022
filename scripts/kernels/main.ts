// `npm run generate:kernels`: writes the kernel that the face Worker bundles. It is committed, since a Worker may not compile
// WebAssembly and what it imports must be there before every build; a test compares it with what this would write.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writePackedProduct } from './packed-product.ts';

const FILE = fileURLToPath(new URL('../../src/face-worker/packed-product.wasm', import.meta.url));

await writeFile(FILE, writePackedProduct());
