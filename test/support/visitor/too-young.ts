// A visitor whose estimated age is too low, but who could still prove their age with a document.
import type { Shown } from './edge-visit.ts';
import { DocumentVisit } from './scripted-documents.ts';
import { seeFace } from './scripted-face.ts';

export const child: Shown = ({ yaw, pitch }) => ({
  ok: true,
  face: seeFace({ yaw, pitch, ages: { ageNet: 9, faceres: 9.4 } }),
});

/**
 * Creates a visitor who has reached the verdict.
 * @param fields fields of the init request
 */
export async function tooYoung(
  fields: object = {},
  options: Parameters<typeof DocumentVisit.begin>[1] = {},
): Promise<DocumentVisit> {
  const visit = await DocumentVisit.begin({ ...fields }, options);
  await visit.edge.move();
  await visit.edge.reveal();
  await visit.estimate(child);
  return visit;
}
