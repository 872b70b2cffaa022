// Provides the loaded language to components.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type HostedTranslate, translator } from './translate.ts';

export const Language = createContext<HostedTranslate>(translator('en', {}));

export function useTexts(): HostedTranslate {
  return useContext(Language);
}
