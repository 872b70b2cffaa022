// Hands the texts and the request's facts to the components of a page.
import { createContext, useContext } from 'hono/jsx';
import type { Texts } from '../texts.ts';
import type { Visit } from '../visit.ts';

export const VisitContext = createContext<Visit | undefined>(undefined);

/** @throws Error outside a document (parts/document.tsx) */
export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (visit === undefined) throw new Error('A part of a page stands outside its document.');
  return visit;
}

export const useTexts = (): Texts => useVisit().t;
