// Measures how much memory and CPU time the isolate of the documents Worker uses in workerd, run as
// it is deployed. It reads zones, barcodes, fronts and pages in turn, from pictures of the maximum
// size.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { licenceRequestOf, requestOf } from '../../test/workers/documents/requests.ts';
import { photographAsJpeg, type View } from '../../test/support/documents/camera.ts';
import { drawIssuedCard, ISSUERS } from '../../test/support/documents/issued-cards.ts';
import { drawLicence } from '../../test/support/documents/licences.ts';
import { placeIn } from '../../test/support/documents/projection.ts';
import { drawSpecimen } from '../../test/support/documents/specimens.ts';
import {
  type DocumentsHost,
  startDocumentsHost,
} from '../../test/support/installation/documents-host.ts';
import { measureMemory } from '../face/isolate-memory.ts';
import { childrenNamed, cpuSeconds } from '../oauth/processes.ts';
import { freePort } from '../oauth/free-port.ts';
import { printFigure, printTitle, quantile } from '../report.ts';

const MEASURED_AFTER = [40, 100, 200, 300, 400, 500];
/** The number of warm-up reads; a read costs more until the code has been compiled. */
const WARM_UP = 4;
const LARGEST: View = { width: 1600, height: 1200, quality: 85, noise: 3, roll: 1, pitch: 4 };

type Act = (host: DocumentsHost) => Promise<{ ok: boolean }>;

export async function benchMemory(reads: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agate-documents-'));
  const inspectorPort = await freePort();
  const host = await startDocumentsHost(folder, inspectorPort);
  const acts = await actsOf(host);
  const times = new Map<string, number[]>();
  printTitle('Memory of the isolate');
  try {
    for (let i = 0; i < reads; i++) {
      const [name, act] = acts[i % acts.length] ?? [];
      if (name === undefined || act === undefined) throw new Error('There is something to do.');
      const before = processorMs();
      const answer = await act(host);
      if (!answer.ok) throw new Error(`Not read: ${JSON.stringify(answer)}`);
      times.set(name, [...(times.get(name) ?? []), processorMs() - before]);
      if (MEASURED_AFTER.includes(i + 1)) await printMemory(inspectorPort, i + 1);
    }
    printTitle('Processor time in workerd, of whatever calls it too: median, 95 %');
    for (const [name, all] of times) {
      const warm = all.slice(WARM_UP);
      printFigure(name, `${quantile(warm, 0.5).toFixed(0)}, ${quantile(warm, 0.95).toFixed(0)} ms`);
    }
  } finally {
    await host.stop();
    await rm(folder, { recursive: true });
  }
}

async function printMemory(inspectorPort: number, reads: number): Promise<void> {
  const { heap, buffers, wasm } = await measureMemory(inspectorPort, 'agate-documents');
  const inMb = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  printFigure(`after ${reads} reads`, `${inMb(heap + buffers + wasm)} MB`, '110 MB');
  printFigure('  V8, buffers, wasm', [heap, buffers, wasm].map(inMb).join(', '));
}

const processorMs = (): number =>
  1000 * childrenNamed('workerd').reduce((sum, pid) => sum + cpuSeconds(pid), 0);

/**
 * Prepares the reads to measure. The last two search a picture of one card for the text of another
 * card, so they never stop early.
 */
async function actsOf(host: DocumentsHost): Promise<(readonly [name: string, act: Act])[]> {
  const passport = drawSpecimen('td3', 5);
  const zone = requestOf(passport);
  const barcode = licenceRequestOf(await drawLicence(4, 'wide'));
  const read = await host.read(zone);
  const [issuer] = ISSUERS;
  if (!read.ok || read.zone === undefined || issuer === undefined)
    throw new Error('There are a zone and an issuer.');
  const { page, face, known } = drawIssuedCard(issuer, 3);
  const other = drawIssuedCard(issuer, 1003).known;
  const jpeg = photographAsJpeg(page, LARGEST, 3);
  const front = { jpeg, face: placeIn(page, LARGEST, face) };
  const above = { jpeg: zone.page, zone: read.zone };
  return [
    ['a zone', () => host.read(zone)],
    ['a barcode', () => host.read(barcode)],
    ['a front with its text', () => host.lookAtFront({ ...front, known })],
    ['a front without it', () => host.lookAtFront({ ...front, known: other })],
    ['a page without its text', () => host.lookAtPage({ ...above, known: other })],
  ];
}
