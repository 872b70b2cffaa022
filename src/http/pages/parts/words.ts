// Provides the texts and the viewer to the components of a page.
import { createContext, useContext } from 'hono/jsx';
import type { Texts } from '../texts.ts';
import type { Viewer } from '../page-viewer.ts';

export const VisitContext = createContext<Viewer | undefined>(undefined);

/** @throws Error outside a document (parts/document.tsx) */
export function useViewer(): Viewer {
  const viewer = useContext(VisitContext);
  if (viewer === undefined) throw new Error('A part of a page is rendered outside its document.');
  return viewer;
}

export const useTexts = (): Texts => useViewer().t;
