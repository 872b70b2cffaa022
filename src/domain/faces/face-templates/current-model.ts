// The model that the face Worker currently uses: templates of any other model have to be replaced
// (D-94).
import type { Context } from '../../../context.ts';
import { LIFETIMES } from '../../../config/config.ts';
import { MINUTE_MS } from '../../../time/durations.ts';
import { inTime } from '../../../time/patience.ts';
import { Memory } from '../../terms/memory.ts';

const models = new Memory<string>({ name: 'face_model', freshMs: MINUTE_MS, most: 1 });

/** @returns undefined when no face Worker responds, or its response does not include the model */
export async function readCurrentModel(
  ctx: Pick<Context, 'config' | 'face' | 'now'>,
): Promise<string | undefined> {
  const { face } = ctx;
  if (face === undefined) return undefined;
  const ask = async () => {
    const { descriptorModel } = await inTime(Promise.resolve(face.health()), LIFETIMES.patienceMs);
    if (descriptorModel === undefined) throw new Error('The face Worker does not name its model.');
    return { value: descriptorModel };
  };
  return models.read(ctx, 'descriptor', ask).catch(() => undefined);
}
