// Blinds and finalizes passes in a worker, because ten of them take seconds on a slow phone.
import type { PassBytes } from './pass-bytes.ts';
import { blindBatch, finishBatch, type Batch } from './token.ts';

export type ToBlinder =
  | { type: 'blind'; tokenKey: string; issuer: string; count: number }
  | { type: 'finish'; answer: PassBytes };

/** A message with neither `body` nor `tokens` means failure. */
export type FromBlinder = { body: PassBytes } | { tokens: string[] } | Record<string, never>;

let batch: Batch | undefined;

addEventListener('message', ({ data }: MessageEvent<ToBlinder>) => {
  work(data).then(
    (answer) => postMessage(answer),
    () => postMessage({}),
  );
});

async function work(asked: ToBlinder): Promise<FromBlinder> {
  if (asked.type === 'blind') {
    batch = await blindBatch(asked.tokenKey, asked.issuer, asked.count);
    return { body: batch.body };
  }
  if (!batch) return {};
  return { tokens: await finishBatch(batch, asked.answer) };
}
