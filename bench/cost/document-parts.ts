// Sends the pictures of a document in the same way as the hosted page. They contain placeholder
// data, because the scripted documents Worker returns the same reading for any picture.
import { commitmentOf } from '../../src/vision/face/commitment.ts';
import { encodeGrey } from '../../src/vision/documents/grey-container.ts';
import type { PageVisit } from './page-visit.ts';

type Jpeg = Uint8Array<ArrayBuffer>;
type Committed = [t: number, hash: string];

/**
 * The times at which the two frames and the picture of the document's page are captured, and the
 * interval between small pictures, in ms.
 */
const MOMENTS = { frame_1: 400, frame_2: 800, page: 800 } as const;
const GAP_MS = 200;

/**
 * Shows a document: commits to a take, then sends its frames, the picture of the page, and those
 * small pictures that the service requests.
 */
export async function showDocument(
  visit: PageVisit,
  forward: (ms: number) => Promise<void>,
): Promise<void> {
  const { document } = await visit.view();
  const nonce = document?.nonce ?? '';
  const parts: Record<keyof typeof MOMENTS, Jpeg> = {
    frame_1: encodeGrey([strip(3), strip(5)]),
    frame_2: encodeGrey([strip(7), strip(11)]),
    page: jpegOf(`a page ${crypto.randomUUID()}`),
  };
  const commit = async (t: number, bytes: Jpeg): Promise<Committed> => [
    t,
    await commitmentOf(nonce, t, bytes),
  ];
  const named: Record<string, Committed> = {};
  for (const [name, t] of Object.entries(MOMENTS))
    named[name] = await commit(t, parts[name as keyof typeof MOMENTS]);
  const pictures: Committed[] = [];
  for (let t = 0; t <= MOMENTS.page; t += GAP_MS) pictures.push(await commit(t, smallAt(t, nonce)));
  await forward(MOMENTS.page);
  const taken = await visit.step('document/take', { nonce, pictures, parts: named });
  const form = new FormData();
  form.set('nonce', nonce);
  form.set('kind', 'mrz');
  for (const [name, bytes] of Object.entries(parts)) form.set(name, new File([bytes], name));
  for (const t of taken.document?.times ?? [])
    form.set(`take_${t}`, new File([smallAt(t, nonce)], 'take'));
  await visit.upload('document', form);
}

const smallAt = (t: number, nonce: string): Jpeg => jpegOf(`small picture at ${t} of ${nonce}`);

function jpegOf(text: string): Jpeg {
  const letters = new TextEncoder().encode(text);
  const jpeg = new Uint8Array(3 + letters.length);
  jpeg.set([0xff, 0xd8, 0xff]);
  jpeg.set(letters, 3);
  return jpeg;
}

const strip = (seed: number) => ({
  width: 64,
  height: 32,
  data: Uint8Array.from({ length: 64 * 32 }, (_, at) => (at * seed) % 256),
});
