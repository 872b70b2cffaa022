// The stages of the document step, and their transitions. Pure.
import type { GreyPicture } from '../../../src/vision/documents/grey-picture.ts';
import { codeOn, type ChosenCode } from './kinds.ts';
import type { DocumentType } from '../../../src/vision/documents/document-facts.ts';

export interface DocumentChoice {
  type: DocumentType;
  /** The issuing country: ISO 3166-1 alpha-2. */
  country: string;
}

/** A code with two matching readings, and the picture of its side. */
export interface ReadSide {
  frames: readonly [readonly GreyPicture[], readonly GreyPicture[]];
  page: Blob;
  /** Whether the portrait is on the other side. */
  isBack: boolean;
  /** When the camera took the two readings, on the clock of the take; absent for a file. */
  readAt?: readonly [first: number | undefined, second: number | undefined];
}

type Stage =
  | { name: 'choose' }
  | { name: 'code'; kind: ChosenCode }
  | { name: 'front'; side: ReadSide }
  | { name: 'sending' };

type StageEvent =
  | { type: 'chosen'; choice: DocumentChoice }
  | { type: 'read'; side: ReadSide }
  | { type: 'shown' }
  | { type: 'back' };

export const FIRST_STAGE: Stage = { name: 'choose' };

/** Returns the next stage. An event that does not apply to a stage leaves it unchanged. */
export function nextStage(stage: Stage, event: StageEvent): Stage {
  switch (event.type) {
    case 'back':
      return FIRST_STAGE;
    case 'chosen': {
      const kind = codeOn(event.choice.type, event.choice.country);
      return kind === undefined ? stage : { name: 'code', kind };
    }
    case 'read':
      if (stage.name !== 'code') return stage;
      return event.side.isBack ? { name: 'front', side: event.side } : { name: 'sending' };
    case 'shown':
      return stage.name === 'front' ? { name: 'sending' } : stage;
  }
}
