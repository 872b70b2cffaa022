// Hands the loaded language to the components.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Translate, translator } from './translate.ts';

export const Language = createContext<Translate>(translator('en', {}));

export function useTexts(): Translate {
  return useContext(Language);
}
